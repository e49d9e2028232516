import type { FileObject } from './file-store.js';
import type { WireContext } from './wire-context.js';
import { invalidRequest } from './wire-error.js';

/**
 * Answers POST /v1/files: keeps the file of a multipart form.
 *
 * Its rows are read when a job is made of it, as with OpenAI.
 *
 * @throws {WireError} if the form has no file, or another purpose than `fine-tune`
 */
export async function upload(
  body: Buffer,
  contentType: string | undefined,
  { files, ids, now }: WireContext,
): Promise<FileObject> {
  const form = await parseForm(body, contentType);
  const purpose = form.get('purpose');
  if (purpose !== 'fine-tune') {
    throw invalidRequest('`purpose` is not supported: expected `fine-tune`.', {
      param: 'purpose',
      code: 'invalid_value',
    });
  }
  const file = form.get('file');
  if (file === null || typeof file === 'string' || file.size === 0) {
    const got = file === null || typeof file === 'string' ? 'none' : 'an empty one';
    throw invalidRequest(`\`file\` is missing: expected a file with training rows, got ${got}.`, {
      param: 'file',
      code: 'invalid_value',
    });
  }
  const content = Buffer.from(await file.arrayBuffer());
  return files.add({ id: ids.next('file-'), created_at: now(), filename: file.name }, content);
}

async function parseForm(body: Buffer, contentType: string | undefined): Promise<FormData> {
  try {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- Slow for large bodies, and ours has a limit.
    return await new Response(body, { headers: { 'content-type': contentType ?? '' } }).formData();
  } catch {
    throw invalidRequest(
      'Request body is no form: expected `multipart/form-data` with `file` and `purpose`.',
      {
        code: 'invalid_form',
      },
    );
  }
}
