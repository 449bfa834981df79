import { connect, type Socket } from 'node:net';

/** A response as received from the socket. */
export interface RawAnswer {
  /** 0 if the connection was closed without a response. */
  status: number;
  /** By lower-case name. */
  headers: Map<string, string>;
  /** Everything that was received, one character for each byte. */
  text: string;
}

/** Parts of a request, which are sent unchanged. */
export interface RawRequest {
  method?: string;
  /** Lines such as `Name: value`. Default: the `Host` header of a browser on this machine. */
  headers?: string[];
  body?: string;
  version?: string;
}

/** Sends bytes unchanged, and resolves with everything that is received until the server closes the connection. */
export function sendRaw(port: number, bytes: string, host = '127.0.0.1'): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, host, () => socket.write(bytes, 'latin1'));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    // A server may refuse by resetting the connection.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(parseAnswer(text)));
  });
}

/** Requests a target exactly as given. The connection is closed after the response. */
export function ask(port: number, target: string, request: RawRequest = {}): Promise<RawAnswer> {
  const { method = 'GET', headers = [`Host: localhost:${port}`], body = '', version = 'HTTP/1.1' } = request;
  const head = [`${method} ${target} ${version}`, ...headers, 'Connection: close'];
  return sendRaw(port, `${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Opens a connection and sends bytes. The caller reads the response. */
export function open(port: number, bytes = ''): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.off('error', reject).on('error', () => undefined);
      if (bytes !== '') socket.write(bytes);
      resolve(socket);
    });
    socket.on('error', reject);
  });
}

function parseAnswer(text: string): RawAnswer {
  const [head = ''] = text.split('\r\n\r\n', 1);
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(first.split(' ')[1] ?? 0), headers: new Map(headers), text };
}
