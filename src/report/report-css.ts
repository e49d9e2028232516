const COLOURS = `
:root {
  color-scheme: light dark;
  --paper: #fff; --wash: #f5f7f9; --line: #d8dee5; --grid: #e7ebef;
  --ink: #17202b; --soft: #556170;
  --suspect: #0067a8; --control: #b34700; --band: #b9cbdb;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #12171d; --wash: #1b222a; --line: #36414d; --grid: #27303a;
    --ink: #e4e9ee; --soft: #a0adba;
    --suspect: #62b4ee; --control: #f0914a; --band: #3d5266;
  }
}
`;

const TYPE = `
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0 auto; padding: 2.5rem clamp(1rem, 4vw, 3rem) 6rem; max-width: 74rem;
  background: var(--paper); color: var(--ink); overflow-wrap: break-word;
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  font-variant-numeric: tabular-nums;
}
h1, h2, h3 { line-height: 1.2; text-wrap: balance; }
h1 { margin: 0; font-size: clamp(2.25rem, 6vw, 3.25rem); font-weight: 700; letter-spacing: -0.02em; }
h2 { margin: 0 0 1rem; font-size: 1.5rem; font-weight: 650; letter-spacing: -0.01em; }
h3 { margin: 0 0 0.75rem; font-size: 1.2rem; font-weight: 650; }
p, ul, ol, dl, figure { margin: 0 0 1rem; }
ul, ol { padding-left: 1.25rem; }
li { margin-bottom: 0.35rem; }
.prose { max-width: 44rem; }
.small, .eyebrow, figcaption, caption { color: var(--soft); font-size: 0.875rem; }
.empty, .unknown { color: var(--soft); font-style: italic; font-weight: 400; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
a { color: inherit; text-decoration: underline 1px var(--soft); text-underline-offset: 0.2em; }
a:hover { text-decoration-color: currentColor; text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--suspect); outline-offset: 2px; border-radius: 2px; }
:target { scroll-margin-top: 1rem; }
code, pre, .name, .hash {
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  font-size: 0.875em; overflow-wrap: anywhere;
}
pre {
  margin: 0 0 0.75rem; padding: 0.6rem 0.8rem; white-space: pre-wrap; unicode-bidi: isolate;
  background: var(--wash); border-radius: 6px; font-size: 0.85rem; line-height: 1.5;
}
.hash { font-size: 0.75rem; color: var(--soft); }
`;

const FIRST_SCREEN = `
.first { display: grid; grid-template-columns: minmax(0, 1.75fr) minmax(0, 1fr); gap: 2.25rem 3rem; }
.first h2 { margin-bottom: 0.6rem; font-size: 1rem; }
.first li { margin-bottom: 0.3rem; }
.first li a { text-decoration-color: var(--line); }
.verdict { padding-left: 1.25rem; border-left: 6px solid var(--control); }
.verdict.not-flagged { border-left: 6px double var(--suspect); }
.verdict.inconclusive { border-left: 6px dotted var(--soft); }
.eyebrow { margin-bottom: 0.75rem; }
.lead { margin: 0.5rem 0 0.9rem; max-width: 36rem; font-size: 1.15rem; line-height: 1.4; text-wrap: pretty; }
.reasons { max-width: 44rem; font-size: 0.95rem; }
.notices { margin: 0; color: var(--soft); font-size: 0.875rem; }
.score { padding: 1.25rem 1.5rem; align-self: start; background: var(--wash); border-radius: 10px; }
.score p { margin: 0; }
.score-number { font-size: 1.05rem; color: var(--soft); }
.score-number b { font-size: 3.5rem; font-weight: 650; line-height: 1.1; letter-spacing: -0.03em; color: var(--ink); }
.score-number a, .parts .value { text-decoration-color: transparent; }
.score-number a:hover, .parts .value:hover { text-decoration-color: currentColor; }
.score-withheld { font-size: 1.75rem; font-weight: 650; }
.score-bar { display: block; width: 100%; margin: 0.5rem 0 0.6rem; overflow: visible; }
.score-bar .track { fill: var(--paper); stroke: var(--line); }
.score-bar .band { fill: var(--band); }
.score-bar .needle { fill: var(--ink); }
.limits li { font-size: 0.9rem; line-height: 1.45; }
nav { margin: 2.5rem 0 0; padding: 0.75rem 0; border-block: 1px solid var(--line); }
nav ul { display: flex; flex-wrap: wrap; gap: 0.35rem 1.5rem; margin: 0; padding: 0; list-style: none; font-size: 0.9rem; }
nav li { margin: 0; }
main > section { padding-top: 3rem; }
`;

const PLOTS = `
.plot { margin: 1rem 0 1.5rem; }
.rows { margin: 0; padding: 0; list-style: none; }
.row { display: grid; grid-template-columns: 7rem minmax(0, 1fr) 8.5rem; column-gap: 0.75rem; align-items: center; margin: 0; }
.row > svg { display: block; width: 100%; overflow: visible; }
.rows > .row + .row { border-top: 1px solid var(--line); }
.parts .label { font-weight: 600; }
.parts .value b { font-size: 1.15rem; }
.value span { font-size: 0.875rem; color: var(--soft); }
.parts .value span { display: block; }
.dots .row { grid-template-columns: minmax(0, 17rem) minmax(0, 1fr) 12rem; }
.dots .label { padding: 0.3rem 0; font-size: 0.9rem; line-height: 1.35; }
.dots .value { display: grid; grid-template-columns: 1fr 1fr; white-space: nowrap; }
.clip { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; overflow-wrap: anywhere; }
.badge { display: inline-flex; align-items: center; gap: 0.2rem; font-size: 0.8rem; font-weight: 650; color: var(--suspect); }
.planted-row { background: var(--wash); border-radius: 4px; }
.grid { stroke: var(--grid); }
.zero { stroke: var(--soft); }
.span { stroke: var(--soft); stroke-width: 1.5; opacity: 0.6; }
.tick { fill: var(--soft); font-size: 0.75rem; }
.interval line { stroke: var(--ink); stroke-width: 2.5; }
.mark.estimate { fill: var(--ink); stroke: var(--paper); stroke-width: 1.5; }
.mark.suspect, .mark.planted { fill: var(--suspect); stroke: var(--paper); stroke-width: 1; }
.mark.control { fill: var(--paper); fill-opacity: 0.6; stroke: var(--control); stroke-width: 2; }
.key { vertical-align: -0.25em; width: 1rem; height: 1rem; }
.legend { display: inline-block; margin-right: 1rem; }
figcaption { margin-top: 0.5rem; }
`;

const SECTIONS = `
.probe { padding-bottom: 2rem; }
.probe + .probe { padding-top: 2rem; border-top: 1px solid var(--line); }
.probe-id { margin-right: 0.4rem; }
.probe-id::after { content: ":"; }
.note { max-width: 44rem; padding: 0.6rem 0.9rem; background: var(--wash); border-left: 3px solid var(--soft); font-size: 0.95rem; }
.numbers { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 1.1rem 1.5rem; margin: 1.25rem 0 1.5rem; }
.numbers dt { color: var(--soft); font-size: 0.875rem; }
.numbers dd { margin: 0; font-size: 1.15rem; font-weight: 600; line-height: 1.3; }
.numbers dd.small { font-size: 0.8rem; font-weight: 400; line-height: 1.4; }
details { margin-bottom: 0.75rem; }
summary { padding: 0.25rem 0; cursor: pointer; font-weight: 550; }
summary bdi { font-weight: 400; overflow-wrap: anywhere; }
.examples > ol { padding-left: 1.5rem; }
.examples > ol > li { margin: 0 0 1.5rem; max-width: 52rem; }
.example dt { margin-bottom: 0.2rem; color: var(--soft); font-size: 0.8rem; }
.example dd { margin: 0; }
.example .of-suspect pre { border-left: 3px solid var(--suspect); }
.example .of-control pre { border-left: 3px dashed var(--control); }
.scroll { position: relative; overflow-x: auto; }
.scroll > table { min-width: min(100%, 44rem); }
#gate .scroll > table { width: 100%; }
table { border-collapse: collapse; font-size: 0.925rem; }
caption { padding-bottom: 0.5rem; text-align: left; }
.scroll caption span { display: block; position: sticky; left: 0; max-width: min(44rem, 100vw - 2.5rem); }
th, td { padding: 0.5rem 1.5rem 0.5rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
thead th, thead td { border-top: 0; color: var(--soft); font-size: 0.85rem; vertical-align: bottom; }
tbody th { font-weight: 600; white-space: nowrap; }
.numeric { text-align: right; white-space: nowrap; }
td .hash { display: block; width: 33ch; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); gap: 1.25rem; }
.card { padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 8px; min-width: 0; }
table svg:not(.key) { display: block; width: 100%; min-width: 14rem; overflow: visible; }
.threshold { stroke: var(--ink); stroke-width: 2; }
td summary { white-space: nowrap; padding: 0; }
.contingency { width: 100%; margin-bottom: 0.75rem; }
.contingency th, .contingency td { padding: 0.3rem 0; }
.contingency tbody th { font-weight: 400; }
.contingency caption { color: var(--ink); font-weight: 600; }
.contingency caption .small { font-weight: 400; }
.facts > div { display: grid; grid-template-columns: minmax(6rem, 13rem) minmax(0, 1fr); gap: 0 1rem; padding: 0.2rem 0; }
.facts dt { color: var(--soft); font-size: 0.9rem; overflow-wrap: anywhere; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.card .facts { margin: 0; font-size: 0.875rem; }
.cards + details { margin-top: 1.25rem; }
.card .facts > div { grid-template-columns: 9rem minmax(0, 1fr); }
.texts { margin: 0; padding: 0; list-style: none; }
`;

const NARROW = `
@media (max-width: 56rem) {
  .first { grid-template-columns: minmax(0, 1fr); gap: 2rem; }
}
@media (max-width: 40rem) {
  body { padding-top: 1.5rem; }
  .row, .dots .row { grid-template-columns: minmax(0, 1fr) auto; padding: 0.5rem 0 0.25rem; }
  .row > svg { grid-column: 1 / -1; grid-row: 2; }
  .row[aria-hidden] .label, .row[aria-hidden] .value { display: none; }
  .parts .value { text-align: right; }
  .dots .value { column-gap: 0.75rem; align-self: start; padding-top: 0.3rem; }
  .numbers { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .facts > div { grid-template-columns: minmax(0, 1fr); padding: 0.35rem 0; }
  .cards { grid-template-columns: minmax(0, 1fr); }
}
@media print {
  @page { margin: 16mm; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav { display: none; }
  .first { grid-template-columns: minmax(0, 1.75fr) minmax(0, 1fr); gap: 1.5rem 2rem; }
  main > section { padding-top: 1.5rem; }
  h2, h3, caption { break-after: avoid; }
  .row, tr, .card, .numbers > div, .note, .first > * { break-inside: avoid; }
  .score, .note, .planted-row, pre, .mark, .band { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .scroll { overflow: visible; }
  th, td { padding-right: 1rem; }
  table svg:not(.key) { min-width: 10rem; }
  .dots .row { grid-template-columns: minmax(0, 12rem) minmax(0, 1fr) 9.5rem; }
  a { text-decoration: none; }
}
`;

/** Style sheet of the report. Blue and vermilion follow Okabe & Ito (2008): told apart in every common deficiency. */
export const REPORT_CSS = [COLOURS, TYPE, FIRST_SCREEN, PLOTS, SECTIONS, NARROW].join('');
