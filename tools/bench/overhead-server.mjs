import { createServer } from 'node:http';

// A model server that takes DELAY milliseconds for each call, in a process of its own: prints its port.
const delayMs = Number(process.argv[2]);
const reply = JSON.stringify({ id: '1', object: 'chat.completion', created: 1, model: 'm', choices: [{ index: 0, message: { role: 'assistant', content: 'B' }, finish_reason: 'stop' }], usage: { prompt_tokens: 1000, completion_tokens: 1 } });
const server = createServer((request, response) => {
  request.resume().on('end', () => setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(reply), request.method === 'GET' ? 0 : delayMs));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
