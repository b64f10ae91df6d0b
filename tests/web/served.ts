// A `plumb serve` on a free port with a database of its own, and what to ask of it. Node's standard
// library only.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(__dirname, '../..');
export const binary = process.env.PLUMB_BINARY ?? join(root, 'build/release/bin/plumb');

export function example(path: string): Buffer {
  return readFileSync(join(root, 'examples', path));
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Served {
  private constructor(
    readonly url: string,
    readonly folder: string,
    private readonly process: ChildProcess,
  ) {}

  static async start(): Promise<Served> {
    const folder = mkdtempSync(join(tmpdir(), 'plumb-web-'));
    const child = spawn(
      binary,
      ['serve', '--listen', '127.0.0.1:0', '--db', join(folder, 'plumb.db'), '--json'],
      { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const line = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout! }).once('line', resolve);
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`plumb serve ended with ${code} before it listened`)));
    });
    const [url] = (JSON.parse(line) as { urls: string[] }).urls;
    return new Served(url!, folder, child);
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null) {
      const ended = new Promise((resolve) => this.process.once('exit', resolve));
      this.process.kill('SIGTERM');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<any> {
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': raw ? 'application/x-ndjson' : 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : raw ? (body as string | Uint8Array) : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  get(path: string): Promise<any> {
    return this.send('GET', path);
  }

  post(path: string, body?: unknown): Promise<any> {
    return this.send('POST', path, body);
  }

  // Until no job waits or runs; a failed one is an error.
  async settled(): Promise<void> {
    for (;;) {
      const states = await Promise.all(
        ['waiting', 'running', 'failed'].map((state) => this.get(`/api/v1/jobs?state=${state}`)),
      );
      const failed = states[2].items[0];
      if (failed) throw new Error(`a job failed: ${JSON.stringify(failed)}`);
      if (states[0].items.length + states[1].items.length === 0) return;
      await pause(100);
    }
  }

  async withDemo(): Promise<any> {
    const demo = await this.post('/api/v1/demo');
    await this.settled();
    return demo;
  }

  // A key of any project, by the command line: the API makes those of its own project alone.
  key(name: string, project: string, scope = 'admin'): string {
    const flags = ['--db', join(this.folder, 'plumb.db'), '--project', project, '--scope', scope];
    return execFileSync(binary, ['key', 'create', '--quiet', '--name', name, ...flags], {
      encoding: 'utf8',
    }).trim();
  }

  async execution(
    name: string,
    lines: string | Uint8Array,
    labels: Record<string, string> = {},
    headers: Record<string, string> = {},
    more: { embedding_model?: string } = {},
  ): Promise<number> {
    const { id } = await this.send('POST', '/api/v1/executions', { name, labels, ...more }, headers);
    await this.send('POST', `/api/v1/executions/${id}/results`, lines, headers);
    await this.send('POST', `/api/v1/executions/${id}/complete`, undefined, headers);
    return id;
  }
}

// A proxy that strips a path prefix, and asks for a password of its own where one is given.
export async function proxy(
  target: string,
  prefix: string,
  password?: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const to = new URL(target);
  const server: Server = createServer((incoming, outgoing) => {
    if (
      password &&
      incoming.headers.authorization !== `Basic ${Buffer.from(`reader:${password}`).toString('base64')}`
    ) {
      outgoing
        .writeHead(401, { 'WWW-Authenticate': 'Basic realm="proxy"', 'Content-Type': 'text/html' })
        .end('<h1>Who are you?</h1>');
      return;
    }
    if (!incoming.url?.startsWith(`${prefix}/`)) {
      outgoing.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Nothing here</h1>');
      return;
    }
    const headers = { ...incoming.headers }; // its password among them, as nginx passes it on
    // A connection each: one that the server has closed meanwhile would break the next request.
    const onward = request(
      {
        agent: false,
        host: to.hostname,
        port: to.port,
        method: incoming.method,
        path: incoming.url.slice(prefix.length),
        headers,
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
