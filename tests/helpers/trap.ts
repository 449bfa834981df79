import { createSocket } from 'node:dgram';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** An untrusted server with one port for each possible caller, so that a connection identifies its caller. */
export interface Trap {
  /** Names of the callers, in order, with what was received. */
  calls: Map<string, string>;
  /** Returns the address and port for a caller. */
  hostOf(name: string): string;
  close(): Promise<void>;
}

/** Listens to HTTP requests, TCP connections, and UDP messages such as those of WebRTC. */
export async function setTrap(names: string[]): Promise<Trap> {
  const calls = new Map<string, string>();
  const closing: (() => void)[] = [];
  const ports = new Map<string, number>();
  const listen = async (name: string): Promise<void> => {
    const server = http.createServer((request, response) => {
      calls.set(name, `${request.method} ${request.url}`);
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.end('<title>stranger</title>');
    });
    server.on('connection', () => calls.set(name, calls.get(name) ?? 'a connection'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const socket = createSocket('udp4');
    socket.on('message', () => calls.set(name, 'a datagram'));
    await new Promise<void>((resolve, reject) => socket.once('error', reject).bind(port, '127.0.0.1', resolve));
    ports.set(name, port);
    closing.push(() => {
      server.closeAllConnections();
      server.close();
      socket.close();
    });
  };
  await Promise.all(names.map(listen));
  return {
    calls,
    hostOf: (name) => `127.0.0.1:${ports.get(name)}`,
    async close() {
      for (const close of closing) close();
    },
  };
}
