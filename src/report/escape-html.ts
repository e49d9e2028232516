import { visibleText } from '../config/visible-text.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/**
 * The text as it can stand between tags and inside a quoted attribute. Characters that would not show, or would
 * reorder the text around them, are written out as `⟨U+202E⟩`.
 */
export function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '');
}
