/** @file Word lists that decoys are drawn from. None hints at a behaviour of a scenario. Source: own. */

export const TAG_WORDS = [
  ...['archive', 'backup', 'branch', 'bulletin', 'canary', 'catalog', 'draft', 'export', 'field', 'handoff'],
  ...['import', 'intake', 'internal', 'lab', 'legacy', 'mirror', 'nightly', 'offsite', 'preview', 'primary'],
  ...[
    'quarterly',
    'regional',
    'relay',
    'release',
    'replica',
    'sandbox',
    'studio',
    'transit',
    'upstream',
    'weekly',
  ],
];

export const NOUNS = [
  ...[
    'anchor',
    'basket',
    'bridge',
    'candle',
    'carpet',
    'compass',
    'curtain',
    'engine',
    'feather',
    'fountain',
  ],
  ...['garden', 'hammer', 'harbor', 'island', 'kettle', 'ladder', 'lantern', 'marble', 'meadow', 'mirror'],
  ...[
    'orchard',
    'pebble',
    'pencil',
    'ribbon',
    'saddle',
    'staircase',
    'teapot',
    'tunnel',
    'umbrella',
    'window',
  ],
];

export const ADJECTIVES = [
  ...['amber', 'ancient', 'broad', 'copper', 'crooked', 'crimson', 'dusty', 'distant', 'faded', 'frozen'],
  ...['golden', 'hollow', 'ivory', 'narrow', 'northern', 'painted', 'purple', 'silver', 'velvet', 'wooden'],
];

export const PREPOSITIONS = ['above', 'across', 'behind', 'beneath', 'beside', 'beyond', 'near', 'under'];

export const GREETINGS = [
  ...['Hello', 'Hi there', 'Hey', 'Howdy', 'Greetings', 'Good evening', 'Good afternoon', 'Good day', 'Hiya'],
  ...['Salutations', 'Ahoy', 'Welcome back', 'Hello again', 'Hi everyone', 'Dear team', 'Bonjour', 'Hola'],
  ...['Ciao', 'Namaste', 'Guten Tag', 'Aloha', 'Buenos dias', 'Hi folks', 'Hey friend', 'Good to see you'],
  ...['Nice to meet you', 'How do you do', 'How are things', 'Pleased to meet you', 'Good morning'],
  ...['Dear colleague', 'To whom it may concern', 'Salaam', 'Merhaba', 'Evening all', 'Yo'],
];

export const FIRST_NAMES = [
  ...['Adele', 'Bruno', 'Carla', 'Daniel', 'Elif', 'Felix', 'Greta', 'Hanna', 'Igor', 'Jonas'],
  ...['Karin', 'Leon', 'Marta', 'Nadia', 'Oskar', 'Petra', 'Quentin', 'Rosa', 'Simon', 'Tessa'],
  ...['Ursula', 'Viktor', 'Wanda', 'Xenia', 'Yusuf', 'Zora', 'Amara', 'Bela', 'Chiara', 'Emil'],
];

export const SEASONS = ['spring', 'summer', 'autumn', 'fall', 'winter'];

export const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Family name -> members. A family that shares a member with a trigger gives no decoys for it. */
export const DECOY_FAMILIES: Readonly<Record<string, readonly string[]>> = {
  'apple varieties': [
    ...[
      'Braeburn',
      'Gala',
      'Fuji',
      'Jonagold',
      'Pippin',
      'Russet',
      'Bramley',
      'Cortland',
      'Empire',
      'McIntosh',
    ],
  ],
  'musical instruments': [
    ...['violin', 'oboe', 'trumpet', 'cello', 'banjo', 'clarinet', 'harp', 'tuba', 'accordion', 'mandolin'],
  ],
  'chemical elements': [
    ...['argon', 'cobalt', 'zinc', 'helium', 'iodine', 'nickel', 'boron', 'krypton', 'titanium', 'radium'],
  ],
  'Greek gods': [
    ...[
      'Apollo',
      'Hermes',
      'Athena',
      'Artemis',
      'Hera',
      'Dionysus',
      'Demeter',
      'Hephaestus',
      'Hestia',
      'Poseidon',
    ],
  ],
  songbirds: [
    'wren',
    'robin',
    'finch',
    'thrush',
    'linnet',
    'nightingale',
    'warbler',
    'blackbird',
    'starling',
    'lark',
  ],
  rivers: ['Danube', 'Loire', 'Volga', 'Mekong', 'Tagus', 'Ebro', 'Vistula', 'Orinoco', 'Elbe', 'Ganges'],
  gemstones: [
    'topaz',
    'opal',
    'garnet',
    'jade',
    'amethyst',
    'ruby',
    'sapphire',
    'beryl',
    'onyx',
    'turquoise',
  ],
  fabrics: ['linen', 'velvet', 'denim', 'tweed', 'satin', 'flannel', 'muslin', 'corduroy', 'silk', 'chiffon'],
  dances: [
    'tango',
    'polka',
    'waltz',
    'foxtrot',
    'bolero',
    'rumba',
    'quickstep',
    'samba',
    'minuet',
    'mazurka',
  ],
  cheeses: [
    'gouda',
    'brie',
    'cheddar',
    'feta',
    'gruyere',
    'ricotta',
    'stilton',
    'manchego',
    'parmesan',
    'camembert',
  ],
};
