import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as the fake API of CodeSandbox received it. */
export interface ReceivedRequest {
  method: string | undefined;
  path: string | undefined;
  authorization: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they need.
  body: any;
}

/** The response of the fake API. A number is the status of a refusal. `delay` is in milliseconds. */
export type Answer =
  | number
  | { status: number; body?: unknown; headers?: Record<string, string>; delay?: number }
  | 'hang up';

/** Starts a fake API of CodeSandbox for one test. The sandboxes are `box1`, `box2` … in the order of requests. */
export async function startCodeSandbox(
  answer: (request: ReceivedRequest, number: number) => Answer = () => 201,
): Promise<{ url: string; requests: ReceivedRequest[]; most: () => number }> {
  const requests: ReceivedRequest[] = [];
  let [underWay, most] = [0, 0];
  const server = http.createServer(async (request, response) => {
    most = Math.max(most, ++underWay);
    response.on('close', () => underWay--);
    let text = '';
    for await (const chunk of request) text += chunk;
    const { method, url: path, headers } = request;
    const received = { method, path, authorization: headers.authorization, body: JSON.parse(text) };
    const number = requests.push(received);
    const answered = answer(received, number);
    if (answered === 'hang up') return request.socket.destroy();
    const { status, body, headers: more, delay = 20 } = typeof answered === 'number' ? { status: answered } : answered;
    await new Promise((resolve) => setTimeout(resolve, delay));
    const usual =
      status < 400
        ? { success: true, data: { id: `box${number}`, alias: `my-box${number}`, title: received.body.title } }
        : { success: false, errors: [`reason ${status}`] };
    response.writeHead(status, { 'content-type': 'application/json', ...more });
    response.end(typeof body === 'string' ? body : JSON.stringify(body ?? usual));
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, most: () => most };
}
