/** A model server on loopback that speaks the four protocols of the hosts and says what a script says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Script, Step, ToolCall, Turn } from './script.ts';

export type ModelServer = { readonly url: string; readonly requests: readonly string[]; close(): Promise<void> };

type Json = Readonly<Record<string, unknown>>;
const records = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

export async function startModelServer(script: Script): Promise<ModelServer> {
  const requests: string[] = [];
  let calls = 0;
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    requests.push(`${request.method} ${request.url} ${body}`);
    const json = parse(body);
    const url = request.url ?? '';
    calls += 100;
    if (url.includes('/messages/count_tokens')) return send(response, { input_tokens: 10 });
    if (url.includes('/messages')) return anthropic(response, script.next(anthropicTurn(json)), calls);
    if (url.includes('/responses')) return responses(response, script.next(responsesTurn(json)), calls);
    if (url.includes('/chat/completions'))
      return chat(response, script.next(chatTurn(json)), { calls, stream: json.stream === true });
    if (url.includes(':countTokens')) return send(response, { totalTokens: 10 });
    if (url.includes('enerateContent')) return gemini(response, script.next(geminiTurn(json)), url.includes(':stream'));
    if (url.includes('/models')) return send(response, { object: 'list', data: [{ id: 'm', object: 'model' }] });
    return send(response, {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}

function send(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function stream(response: ServerResponse, lines: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(lines.map((line) => `${line}\n\n`).join(''));
}

const isCalls = (step: Step): step is { readonly calls: readonly ToolCall[] } => 'calls' in step;

// Anthropic messages

function anthropicTurn(json: Json): Turn {
  const blocks = records(json.messages).flatMap(({ content }) => records(content));
  const results = blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => textOf(content));
  return { results, text: textOf(json.messages), hasTools: records(json.tools).length > 0 };
}

function anthropic(response: ServerResponse, step: Step, calls: number): void {
  const events: string[] = [];
  const event = (type: string, data: Json): number =>
    events.push(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}`);
  const usage = { input_tokens: 1, output_tokens: 1 };
  event('message_start', {
    message: {
      id: `msg_${calls}`,
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      stop_reason: null,
      usage,
    },
  });
  const blocks = isCalls(step) ? step.calls : [step];
  for (const [index, block] of blocks.entries()) {
    const isText = 'text' in block;
    const content = isText
      ? { type: 'text', text: '' }
      : { type: 'tool_use', id: `toolu_${calls + index}`, name: block.name, input: {} };
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    event('content_block_start', { index, content_block: content });
    event('content_block_delta', { index, delta });
    event('content_block_stop', { index });
  }
  event('message_delta', {
    delta: { stop_reason: isCalls(step) ? 'tool_use' : 'end_turn', stop_sequence: null },
    usage,
  });
  event('message_stop', {});
  stream(response, events);
}

// OpenAI responses

function responsesTurn(json: Json): Turn {
  const items = records(json.input);
  const results = items.filter(({ type }) => /_output$/.test(textOf(type))).map(({ output }) => textOf(output));
  return { results, text: textOf(json.input), hasTools: true };
}

function responses(response: ServerResponse, step: Step, calls: number): void {
  const event = (type: string, data: Json): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}`;
  const items = isCalls(step)
    ? step.calls.map(({ name, input, namespace }, index) => ({
        type: 'function_call',
        id: `fc_${calls + index}`,
        call_id: `call_${calls + index}`,
        name,
        ...(namespace === undefined ? {} : { namespace }),
        arguments: JSON.stringify(input),
      }))
    : [{ type: 'message', id: `msg_${calls}`, role: 'assistant', content: [{ type: 'output_text', text: step.text }] }];
  const usage = {
    input_tokens: 1,
    input_tokens_details: null,
    output_tokens: 1,
    output_tokens_details: null,
    total_tokens: 2,
  };
  stream(response, [
    event('response.created', { response: { id: `resp_${calls}` } }),
    ...items.map((item) => event('response.output_item.done', { item })),
    event('response.completed', { response: { id: `resp_${calls}`, usage } }),
  ]);
}

// OpenAI chat completions

function chatTurn(json: Json): Turn {
  const messages = records(json.messages);
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => textOf(content));
  const told = messages
    .filter(({ role }) => role !== 'system')
    .map(({ content, tool_calls }) => textOf(content) + textOf(tool_calls));
  return { results, text: told.join('\n'), hasTools: records(json.tools).length > 0 };
}

function chat(
  response: ServerResponse,
  step: Step,
  { calls, stream: streamed }: { readonly calls: number; readonly stream: boolean },
): void {
  const toolCalls = isCalls(step)
    ? step.calls.map(({ name, input }, index) => ({
        index,
        id: `call_${calls + index}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(input) },
      }))
    : [];
  const message = isCalls(step)
    ? { role: 'assistant', content: null, tool_calls: toolCalls }
    : { role: 'assistant', content: step.text };
  const finish_reason = isCalls(step) ? 'tool_calls' : 'stop';
  const head = { id: `chat_${calls}`, created: 1, model: 'm' };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  if (!streamed) {
    send(response, { ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage });
    return;
  }
  const chunk = (choice: Json, more: Json = {}): string =>
    `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }], ...more })}`;
  stream(response, [
    chunk({ delta: message, finish_reason: null }),
    chunk({ delta: {}, finish_reason }, { usage }),
    'data: [DONE]',
  ]);
}

// Gemini

function geminiTurn(json: Json): Turn {
  const parts = records(json.contents).flatMap(({ parts: all }) => records(all));
  const results = parts
    .filter((part) => 'functionResponse' in part)
    .map(({ functionResponse }) => textOf(functionResponse));
  return { results, text: textOf(json.contents), hasTools: records(json.tools).length > 0 };
}

function gemini(response: ServerResponse, step: Step, streamed: boolean): void {
  const parts = isCalls(step)
    ? step.calls.map(({ name, input }) => ({ functionCall: { name, args: input } }))
    : [{ text: step.text }];
  const body = {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
  if (streamed) stream(response, [`data: ${JSON.stringify(body)}`]);
  else send(response, body);
}
