import { describe, expect, it } from '@jest/globals';
import { ChatTemplate } from '../../src/engine/chat-template.js';
import { messageOf } from './temporary-folder.js';

function render(source: string): string {
  return new ChatTemplate(source, 'model', { eos_token: '</s>' }).render(
    [{ role: 'user', content: 'hi' }],
    true,
  );
}

describe('ChatTemplate', () => {
  it('gives the template messages, special tokens and the generation flag', () => {
    const source =
      "{{ messages[0]['role'] }} {{ messages[0].content }}{{ eos_token }} {{ add_generation_prompt }}";
    expect(render(source)).toBe('user hi</s> true');
  });

  it('keeps a line break at the start of the template', () => {
    expect(render('\n\nx')).toBe('\n\nx');
    expect(render('  x')).toBe('  x');
  });

  it('has the same date every day', () => {
    const today = '26 Jul 2024';
    expect(render("{{ strftime_now('%d %b %Y') }} {{ strftime_now is defined }}")).toBe(`${today} true`);
    // As the templates of Llama 3.1 and 3.2 ask for it.
    expect(
      render('{% if not date_string is defined %}{% set date_string = 1 %}{% endif %}{{ date_string }}'),
    ).toBe(today);
  });

  it('has no tools and no documents', () => {
    expect(render('{{ tools is none }} {% if documents %}some{% else %}none{% endif %}')).toBe('true none');
  });

  it('refuses what is no template', async () => {
    expect(await messageOf(() => render('{% for m in messages %}'))).toMatch(
      /^Chat template of `model` cannot be parsed: .+\.$/,
    );
  });

  it('says why a chat is refused', async () => {
    expect(await messageOf(() => render("{{ raise_exception('roles must alternate') }}"))).toBe(
      'Chat template of `model` does not accept this chat: roles must alternate.',
    );
  });
});
