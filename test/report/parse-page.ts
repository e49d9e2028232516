/** An element of a page, in document order. */
export interface PageElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Names of the elements around it, outermost first. */
  readonly path: readonly string[];
  /** Text inside it and inside what it holds, entities as they stand. */
  text: string;
  /** Text inside it alone. */
  ownText: string;
}

const TAG = /<(\/?)([a-zA-Z][\w-]*)((?:\s+[\w:-]+(?:="[^"<]*")?)*)\s*(\/?)>/y;
const ATTRIBUTE = /([\w:-]+)(?:="([^"]*)")?/g;
const VOID = new Set(['meta', 'link', 'br']);
/** Elements that do not separate the words around them. */
const INLINE = new Set(['a', 'b', 'bdi', 'code', 'span', 'strong']);

function readAttributes(source: string): Record<string, string> {
  return Object.fromEntries(
    [...source.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** The elements of a page that our own templates wrote, or an error where it is not well nested or holds a stray `<`. */
export function parsePage(page: string): PageElement[] {
  const elements: PageElement[] = [];
  const open: PageElement[] = [];
  let position = page.indexOf('<html');
  while (position < page.length) {
    const next = page.indexOf('<', position);
    const text = page.slice(position, next === -1 ? page.length : next);
    for (const element of open) element.text += text;
    const around = open.at(-1);
    if (around !== undefined) around.ownText += text;
    if (next === -1) break;
    TAG.lastIndex = next;
    const match = TAG.exec(page);
    if (match === null) throw new Error(`Stray \`<\` at ${next}: ${page.slice(next, next + 60)}`);
    const [whole, slash, name = '', attributes = '', selfClosing] = match;
    if (!INLINE.has(name)) for (const element of open) element.text += ' ';
    position = next + whole.length;
    if (slash === '/') {
      const last = open.pop();
      if (last?.name !== name) throw new Error(`Expected </${last?.name ?? 'nothing'}>, got </${name}>`);
      continue;
    }
    const path = open.map((element) => element.name);
    const element = { name, attributes: readAttributes(attributes), path, text: '', ownText: '' };
    elements.push(element);
    if (selfClosing !== '/' && !VOID.has(name)) open.push(element);
  }
  if (open.length > 0) throw new Error(`Not closed: ${open.map(({ name }) => name).join(', ')}`);
  return elements;
}

/** Names and attribute names of all elements in order: what hostile text must not be able to change. */
export function outline(page: string): string[] {
  return parsePage(page).map(({ name, attributes }) => [name, ...Object.keys(attributes)].join(' '));
}
