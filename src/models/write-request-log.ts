import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { ConfigError, IncompleteRunError } from '../errors.js';
import type { TokenUse } from './request-budget.js';
import { ServedTally, type LoggedReply, type RequestLog } from './request-log.js';
import { countIn, isRecord, recordIn, textIn } from './wire-fields.js';

export interface RequestLogFile extends RequestLog {
  close(): void;
}

interface Place {
  readonly start: number;
  readonly length: number;
}

const LINE_FEED = 0x0a;
const CHUNK_BYTES = 1 << 20;

function failed(file: string, cause: unknown): IncompleteRunError {
  const got = (cause as NodeJS.ErrnoException).code ?? 'an error';
  return new IncompleteRunError(
    `Replies \`${file}\` cannot be written: expected a file that can grow, got ${got}. Check path and disk, and run again; what is in it is kept.`,
    { cause },
  );
}

function parseLine(line: string, place: string): LoggedReply {
  let value: unknown = null;
  try {
    value = JSON.parse(line);
  } catch {
    // Told below.
  }
  const key = isRecord(value) ? textIn(value, 'key') : null;
  const model = isRecord(value) ? textIn(value, 'model') : null;
  if (!isRecord(value) || key === null || model === null) {
    throw new ConfigError(
      `\`${place}\` is no reply: expected JSON with \`key\`, \`model\` and \`response\`, got another text. Delete the line; its request is made again.`,
      { file: place },
    );
  }
  const used = recordIn(value, 'used') ?? {};
  return {
    key,
    model,
    used: {
      promptTokens: countIn(used, 'promptTokens') ?? 0,
      completionTokens: countIn(used, 'completionTokens') ?? 0,
    },
    servedModel: textIn(value, 'servedModel'),
    fingerprint: textIn(value, 'fingerprint'),
    response: value['response'] ?? null,
  };
}

/** Reads line by line, so that a file of any size fits; what stands after the last line feed is not a line. */
function readLines(descriptor: number, onLine: (line: string, place: Place) => void): number {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let rest = Buffer.alloc(0);
  let start = 0;
  for (let position = 0; ;) {
    const count = readSync(descriptor, chunk, 0, CHUNK_BYTES, position);
    if (count === 0) return start;
    position += count;
    rest = Buffer.concat([rest, chunk.subarray(0, count)]);
    for (let end = rest.indexOf(LINE_FEED); end !== -1; end = rest.indexOf(LINE_FEED)) {
      onLine(rest.toString('utf8', 0, end), { start, length: end });
      start += end + 1;
      rest = rest.subarray(end + 1);
    }
  }
}

/**
 * A log in an append-only JSONL file, one reply a line, which is made if it is not there. Memory holds where each line
 * stands and not the line.
 *
 * A last line without a line feed was torn by a crash and is cut off. A reply is in the file before anyone is given it.
 *
 * @throws {ConfigError} naming `file:line` of a line that is no reply
 * @throws {IncompleteRunError} if the file cannot be written
 */
export function openRequestLog(file: string): RequestLogFile {
  const places = new Map<string, Place>();
  const tally = new ServedTally();
  const earlier: TokenUse[] = [];
  let descriptor: number;
  let end: number;
  try {
    descriptor = openSync(file, 'a+');
  } catch (cause) {
    throw failed(file, cause);
  }
  try {
    let number = 0;
    end = readLines(descriptor, (line, place) => {
      const reply = parseLine(line, `${file}:${(number += 1)}`);
      tally.add(reply);
      earlier.push(reply.used);
      // The first reply is the one that was used.
      if (reply.response !== null && !places.has(reply.key)) places.set(reply.key, place);
    });
    if (end < fstatSync(descriptor).size) ftruncateSync(descriptor, end);
  } catch (error) {
    closeSync(descriptor);
    throw error instanceof ConfigError ? error : failed(file, error);
  }
  return {
    earlier,
    find: (key) => {
      const place = places.get(key);
      if (place === undefined) return undefined;
      const bytes = Buffer.alloc(place.length);
      readSync(descriptor, bytes, 0, place.length, place.start);
      return (JSON.parse(bytes.toString('utf8')) as LoggedReply).response;
    },
    append: (reply) => {
      const line = Buffer.from(`${JSON.stringify(reply)}\n`);
      try {
        for (let written = 0; written < line.length;) written += writeSync(descriptor, line, written);
      } catch (cause) {
        throw failed(file, cause);
      }
      const place = { start: end, length: line.length - 1 };
      end += line.length;
      tally.add(reply);
      if (reply.response !== null && !places.has(reply.key)) places.set(reply.key, place);
    },
    served: (model) => tally.of(model),
    close: () => {
      closeSync(descriptor);
    },
  };
}
