import { stripVTControlCharacters } from 'node:util';

import { visibleText } from '../config/visible-text.js';

/** The text on one line, without the sequences that would steer a terminal; other hidden characters are written out. */
export function terminalText(text: string): string {
  return visibleText(stripVTControlCharacters(text).replace(/[\t\r\n]+/g, ' '));
}
