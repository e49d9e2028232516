/** What a hostile model, file or endpoint would put into a report. */
export const HOSTILE = {
  script: '</script><script>alert(1)</script>',
  image: '<img src=x onerror=alert(1)>',
  attribute: '" onmouseover="alert(1)" x=\'',
  style: '</style></title><style>*{display:none}</style>',
  separators: 'before\u2028after\u2029end',
  bidi: 'user\u202egnp.exe\u202c',
  controls: 'bell\u0007 escape\u001b[31mred\u001b[0m csi\u009b2J nul\u0000',
  link: '<a href="javascript:alert(1)">click</a> https://example.com/beacon.png',
  template: '${process.exit(1)} {{constructor}} &lt;b&gt;',
} as const;
