// The one door to the server. Addresses are relative to the page, so the dashboard works below any
// path. The browser keeps the sign-in as a cookie that no script sees; what is kept here is the CSRF
// token alone, in memory.
import type { paths } from './schema';

export interface FieldError {
  field: string;
  value?: string;
  message: string;
}

// What the server says went wrong (RFC 9457), or what kept us from asking it.
export class ApiProblem extends Error {
  // Plumb's own words, not those of a proxy before it.
  get isPlumbs(): boolean {
    return this.document.status === this.status;
  }

  constructor(
    readonly status: number, // 0: no answer came
    readonly title: string,
    detail: string,
    readonly errors: readonly FieldError[] = [],
    readonly document: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail);
  }
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: { responses: unknown } } ? P : never;
}[keyof paths];

type Json<R> = R extends { content: { 'application/json': infer T } } ? T : never;
type Responses<P extends keyof paths, M extends Method> = paths[P] extends {
  [K in M]: { responses: infer R };
}
  ? R
  : never;
type At<R, Status> = Status extends keyof R ? Json<R[Status]> : never;
type Success<R> = [At<R, 200 | 201 | 202>] extends [never] ? void : At<R, 200> | At<R, 201> | At<R, 202>;
export type Answer<P extends keyof paths, M extends Method> = Success<Responses<P, M>>;

export type Query = Record<string, string | number | boolean | null | undefined | readonly string[]>;

export interface Ask {
  path?: Record<string, string | number>;
  query?: Query;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

type Listener = () => void;
// What the sign-in in force is, after a write was refused; true: it is the same project's, and the
// write may be sent again.
type Renew = () => Promise<boolean>;
let csrfToken: string | null = null;
let onSignedOut: Listener = () => undefined;
let renew: Renew = () => Promise.resolve(false);

export function setCsrfToken(token: string | null): void {
  csrfToken = token;
}

export function csrfHeaders(): Record<string, string> {
  return csrfToken ? { 'X-CSRF-Token': csrfToken } : {};
}

// Called when the server no longer knows who asks.
export function whenSignedOut(listener: Listener): void {
  onSignedOut = listener;
}

// Another tab may have signed in since: the cookie is then of that sign-in, and the token of ours is
// refused (403). Who listens asks for the new one.
export function whenTokenIsStale(listener: Renew): void {
  renew = listener;
}

async function isRenewed(status: number, askedWith: string | null): Promise<boolean> {
  if (status !== 403 || askedWith === null) return false;
  const same = await renew().catch(() => false);
  return same && csrfToken !== askedWith;
}

const notJson = (status: number) =>
  new ApiProblem(
    status,
    'No JSON',
    'The answer is not what Plumb sends. A proxy may have put its own page in between; reload to sign in there.',
  );

export function addressOf(path: string, ask: Pick<Ask, 'path' | 'query'> = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ask.path?.[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(ask.query ?? {})) {
    if (value === null || value === undefined || value === '') continue;
    if (typeof value === 'object') for (const each of value) search.append(name, each);
    else search.append(name, String(value));
  }
  const tail = search.toString();
  return `.${filled}${tail ? `?${tail}` : ''}`;
}

function textOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}

export function problemOf(status: number, title: string, text: string): ApiProblem {
  let document: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (parsed && typeof parsed === 'object') document = parsed as Record<string, unknown>;
  } catch {
    // A proxy's own page: its status has to do.
  }
  const errors = Array.isArray(document.errors) ? (document.errors as FieldError[]) : [];
  return new ApiProblem(
    status,
    textOf(document.title, title || `Status ${status}`),
    textOf(
      document.detail,
      `The server answered with status ${status}${title ? ` (${title})` : ''} and gave no reason.`,
    ),
    errors,
    document,
  );
}

// What came back, whoever carried the question.
interface Came {
  status: number;
  title: string; // the status in words
  text: string;
}

// Asks by `carry` until the answer is one: a write that was refused for its token alone is sent again
// with that of now. Throws a refusal, and says so where it ends the sign-in.
async function answered(method: Method, path: string, carry: () => Promise<Came>): Promise<Came> {
  for (let again = method !== 'get'; ; again = false) {
    const askedWith = csrfToken;
    const came = await carry();
    if (came.status >= 200 && came.status < 300) return came;
    const problem = problemOf(came.status, came.title, came.text);
    if (again && (await isRenewed(problem.status, askedWith))) continue;
    // A key that opens nothing is no sign-in that ended; nor is an answer that comes late, to a
    // question of the sign-in before.
    if (problem.status === 401 && !problem.isPlumbs) throw notJson(401);
    if (problem.status === 401 && path !== '/api/v1/sign-in' && askedWith === csrfToken) onSignedOut();
    throw problem;
  }
}

export function readJson({ status, text }: Pick<Came, 'status' | 'text'>): unknown {
  if (status === 204) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw notJson(status);
  }
}

async function byFetch(method: Method, path: string, ask: Ask): Promise<Came> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (method !== 'get') Object.assign(headers, csrfHeaders());
  let body: string | undefined;
  if (ask.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    body = JSON.stringify(ask.body);
  }
  try {
    const response = await fetch(addressOf(path, ask), {
      method: method.toUpperCase(),
      headers,
      body,
      signal: ask.signal ?? null,
      credentials: 'same-origin',
    });
    return { status: response.status, title: response.statusText, text: await response.text() };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiProblem(
      0,
      'No answer',
      'The server does not answer. Is plumb serve still running, and the network there?',
    );
  }
}

const send = (method: Method, path: string, how: Ask) =>
  answered(method, path, () => byFetch(method, path, how));

async function ask<T>(method: Method, path: string, how: Ask): Promise<T> {
  return readJson(await send(method, path, how)) as T;
}

export function get<P extends PathsWith<'get'>>(path: P, how: Ask = {}): Promise<Answer<P, 'get'>> {
  return ask('get', path, how);
}

export async function getText<P extends PathsWith<'get'>>(path: P, how: Ask = {}): Promise<string> {
  return (await send('get', path, how)).text;
}

export function post<P extends PathsWith<'post'>>(path: P, how: Ask = {}): Promise<Answer<P, 'post'>> {
  return ask('post', path, how);
}

export function patch<P extends PathsWith<'patch'>>(path: P, how: Ask = {}): Promise<Answer<P, 'patch'>> {
  return ask('patch', path, how);
}

export function remove<P extends PathsWith<'delete'>>(path: P, how: Ask = {}): Promise<void> {
  return ask('delete', path, how);
}

// Sends a file or text as it is, with progress in [0, 1]: fetch tells none of an upload.
export async function upload(
  method: 'post' | 'put',
  path: string,
  body: Blob | string,
  contentType: string,
  progress: (share: number) => void,
  signal?: AbortSignal,
): Promise<unknown> {
  const carry = () => byUpload(method, path, body, contentType, progress, signal);
  return readJson(await answered(method, path, carry));
}

function byUpload(
  method: 'post' | 'put',
  path: string,
  body: Blob | string,
  contentType: string,
  progress: (share: number) => void,
  signal?: AbortSignal,
): Promise<Came> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stopped = () => reject(new ApiProblem(0, 'Stopped', 'Sending was stopped.'));
    if (signal?.aborted) return stopped();
    request.open(method.toUpperCase(), `.${path}`);
    request.setRequestHeader('Content-Type', contentType);
    for (const [name, value] of Object.entries(csrfHeaders())) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) progress(event.loaded / event.total);
    };
    request.onload = () =>
      resolve({ status: request.status, title: request.statusText, text: request.responseText });
    request.onerror = () =>
      reject(
        new ApiProblem(
          0,
          'No answer',
          'The connection broke while the file was sent. What was durable is kept; send the file again and it is not added twice.',
        ),
      );
    request.onabort = stopped;
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}
