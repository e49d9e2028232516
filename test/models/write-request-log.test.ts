import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { describeReply, requestKey } from '../../src/models/request-log.js';
import { openRequestLog } from '../../src/models/write-request-log.js';
import { messageOf, temporaryFolder } from '../engine/temporary-folder.js';

const USED = { promptTokens: 3, completionTokens: 1 };
let folder = '';
let file = '';

function reply(key: string, text: string, isAnswer = true): ReturnType<typeof describeReply> {
  const response = { model: 'served', system_fingerprint: 'fp', choices: [{ text }] };
  return describeReply(key, 'm@host', { response, isAnswer, used: USED });
}

beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder, 'requests.jsonl');
});

describe('openRequestLog()', () => {
  it('finds what it was given, in this run and in the next', () => {
    const first = openRequestLog(file);
    first.append(reply('a', 'ä😀'));
    first.append(reply('b', 'two'));
    expect(first.find('b')).toMatchObject({ choices: [{ text: 'two' }] });
    first.close();
    const second = openRequestLog(file);
    second.append(reply('c', 'three'));
    const found = ['a', 'b', 'c', 'd'].map((key) => second.find(key));
    expect(found).toMatchObject(
      [
        { choices: [{ text: 'ä😀' }] },
        { choices: [{ text: 'two' }] },
        { choices: [{ text: 'three' }] },
        undefined,
      ].slice(0, 3),
    );
    expect(found[3]).toBeUndefined();
    expect(second.earlier).toEqual([USED, USED]);
    second.close();
  });

  it('counts what was no answer, and does not find it', () => {
    const log = openRequestLog(file);
    log.append(reply('a', 'refused', false));
    expect(log.find('a')).toBeUndefined();
    expect(log.served('m@host')).toEqual({
      models: ['served'],
      fingerprints: ['fp'],
      replies: 1,
      promptTokens: 3,
      completionTokens: 1,
    });
    expect(log.served('other').replies).toBe(0);
    log.close();
    const again = openRequestLog(file);
    expect([again.find('a'), again.earlier.length]).toEqual([undefined, 1]);
    again.close();
  });

  it('keeps the first of two replies to one request, as the run did', () => {
    const log = openRequestLog(file);
    log.append(reply('a', 'first'));
    log.append(reply('a', 'second'));
    expect(log.find('a')).toMatchObject({ choices: [{ text: 'first' }] });
    log.close();
    const again = openRequestLog(file);
    expect(again.find('a')).toMatchObject({ choices: [{ text: 'first' }] });
    again.close();
  });

  it('cuts off a line that a crash has torn, at every byte of it', () => {
    const log = openRequestLog(file);
    log.append(reply('a', 'kept ä'));
    log.close();
    const whole = readFileSync(file);
    const line = Buffer.from(`${JSON.stringify(reply('b', 'törn'))}\n`);
    for (let bytes = 1; bytes < line.length; bytes += 7) {
      writeFileSync(file, whole);
      appendFileSync(file, line.subarray(0, bytes));
      const again = openRequestLog(file);
      expect([again.find('a') !== undefined, again.find('b')]).toEqual([true, undefined]);
      again.append(reply('c', 'after'));
      expect(again.find('c')).toMatchObject({ choices: [{ text: 'after' }] });
      again.close();
      expect(readFileSync(file, 'utf8').split('\n').length).toBe(3);
    }
  });

  it('names the line that is no reply', async () => {
    const log = openRequestLog(file);
    log.append(reply('a', 'x'));
    log.close();
    appendFileSync(file, '{"key":1}\n');
    expect(await messageOf(() => openRequestLog(file), folder)).toBe(
      '`DIR/requests.jsonl:2` is no reply: expected JSON with `key`, `model` and `response`, got another text. Delete the line; its request is made again.',
    );
  });

  it('says that the disk refuses', async () => {
    expect(await messageOf(() => openRequestLog(join(folder, 'no', 'file')), folder)).toBe(
      'Replies `DIR/no/file` cannot be written: expected a file that can grow, got ENOENT. Check path and disk, and run again; what is in it is kept.',
    );
  });
});

describe('requestKey()', () => {
  it('differs by endpoint, path, body and sample', () => {
    const request = { path: '/p', body: { model: 'm', seed: 1 }, sample: 0 };
    const keys = [
      requestKey('http://a', request),
      requestKey('http://b', request),
      requestKey('http://a', { ...request, path: '/q' }),
      requestKey('http://a', { ...request, body: { model: 'm', seed: 2 } }),
      requestKey('http://a', { ...request, sample: 1 }),
    ];
    expect(new Set(keys).size).toBe(5);
    expect(requestKey('http://a', { ...request })).toBe(keys[0]);
  });
});
