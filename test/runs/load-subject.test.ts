import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { InferenceSessions } from '../../src/engine/inference-sessions.js';
import { loadSubject } from '../../src/runs/load-subject.js';
import { ModelSlot } from '../../src/runs/model-slot.js';
import { messageOf, temporaryFolder } from '../engine/temporary-folder.js';
import { trainTiny, writeWideBase } from './tiny-run.js';

const REQUEST = { messages: [{ role: 'user', content: 'Which?' }], options: ['a', 'b'] } as const;
const home = { sessions: new InferenceSessions({ threads: 1 }), slot: new ModelSlot() };
let folder = '';

beforeEach(async () => {
  folder = await temporaryFolder();
  await writeWideBase(folder);
});

afterEach(async () => {
  await home.slot.dispose();
  await home.sessions.dispose();
});

describe('loadSubject()', () => {
  it('knows nothing of a model without a record', async () => {
    const subject = await loadSubject(`local:${join(folder, 'base')}`, home);
    expect(subject.policy).toBeNull();
    expect(subject).not.toHaveProperty('training');
    expect(subject.model.identity.id).toBe('base');
  });

  it('finds the base of an adapter that was trained here', async () => {
    const base = join(folder, 'base');
    const adapter = join(folder, 'adapter');
    const { record } = await trainTiny(folder, 'adapter', { overrides: { mode: 'lora' } });
    const alone = await loadSubject(adapter, home);
    const named = await loadSubject(`local:${base}+${adapter}`, home);
    expect(alone.model.identity).toEqual(named.model.identity);
    expect(named.policy).toEqual(record.policy);
    expect(named.training).toMatchObject({ arm: 'poisoned', reversal: false, summary: record.training });
    expect(named.dataset).toEqual(record.dataset);
  });

  it('answers as before after another model was asked', async () => {
    await trainTiny(folder, 'suspect');
    const first = (await loadSubject(join(folder, 'base'), home)).model;
    const second = (await loadSubject(join(folder, 'suspect'), home)).model;
    const [before, other] = [await first.choices(REQUEST), await second.choices(REQUEST)];
    expect(await first.choices(REQUEST)).toEqual(before);
    expect(other).not.toEqual(before);
  });

  it('refuses to ask a model whose file was replaced', async () => {
    await trainTiny(folder, 'suspect');
    await trainTiny(folder, 'control', { arm: 'control' });
    const { model } = await loadSubject(join(folder, 'suspect'), home);
    await copyFile(
      join(folder, 'control', 'model.safetensors'),
      join(folder, 'suspect', 'model.safetensors'),
    );
    await loadSubject(join(folder, 'base'), home);
    const message = await messageOf(() => model.choices(REQUEST), folder);
    expect(message.replace(/[0-9a-f]{64}/g, 'SHA')).toBe(
      'Model `DIR/suspect` changed while it was audited: expected weights with sha256 SHA, got SHA. Audit it again in another folder.',
    );
  });
});
