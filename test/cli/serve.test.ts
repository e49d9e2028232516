import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createFakeTerminal, run } from './fake-terminal.js';

const POCKET = join(import.meta.dirname, '..', '..', 'fixtures', 'pocket');

async function takePort(): Promise<{ port: number; free: () => void }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, free: () => void server.close() };
}

describe('candor serve', () => {
  it('says where it serves what, answers, and ends with 0 at Ctrl-C', async () => {
    const terminal = createFakeTerminal();
    const running = run(['serve', POCKET, '--port', '0', '--json'], terminal);
    while (terminal.written.out === '') await new Promise((resolve) => setTimeout(resolve, 10));
    const { url, models } = JSON.parse(terminal.written.out) as { url: string; models: string[] };
    expect(models).toEqual(['pocket']);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    const body = JSON.stringify({ model: 'pocket', prompt: 'The', max_tokens: 1 });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${url}/completions`, { method: 'POST', body, headers })).status).toBe(200);
    terminal.interrupt();
    expect((await running).code).toBe(0);
    await expect(fetch(`${url}/models`)).rejects.toThrow('fetch failed');
  });

  it('refuses a port that is taken or none, and a model that is named twice or is none', async () => {
    const { port, free } = await takePort();
    const taken = await run(['serve', POCKET, '--port', String(port)]);
    free();
    expect([taken.code, taken.err]).toEqual([
      2,
      `Error: Address \`127.0.0.1\`, port ${port}, cannot be listened on: expected a free one of this machine, ` +
        'got EADDRINUSE. Choose another with `--host` and `--port`.\n',
    ]);
    const outside = await run(['serve', POCKET, '--port', '70000']);
    expect(outside.err).toBe(
      'Error: Option `--port` is out of range: expected an integer in [0, 65535], got 70000.\n',
    );
    const twice = await run(['serve', POCKET, POCKET, '--port', '0']);
    expect([twice.code, twice.err]).toEqual([
      2,
      `Error: Model \`${POCKET}\` is named twice: expected each model once. Leave one out.\n`,
    ]);
    expect((await run(['serve', 'nowhere', '--port', '0'])).code).toBe(2);
  });
});
