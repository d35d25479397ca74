/** Variables of `serve`, for its --help, which loads nothing else; a test compares them with what the bus reads. */
export const SERVICE_HELP = `
Environment:
  NATS_URL                        address of the broker; default nats://127.0.0.1:4222
  MEDSTREAM_ROOTS                 folders that paths of requests may lie in, \`:\` between them; relative paths are relative
                                  to the first, which also keeps the requests taken up (.medstream/runs); default: the working folder
  MEDSTREAM_INFER_SLOTS           jobs at a time; default 4
  MEDSTREAM_HEALTH_PORT           /healthz and /readyz; default 8080, 0 for none
  MEDSTREAM_HEALTH_HOST           address they are answered on; default 0.0.0.0
  MEDSTREAM_ACK_WAIT_SEC          after so long the work of a silent worker is given to another; default 30; counts where the consumer is made
  MEDSTREAM_STOP_BUDGET_SEC       a stopping service waits so long for work in hand; default 30
  MEDSTREAM_RECONCILE_SEC         between two looks for work that the broker lost; default 30
  MEDSTREAM_REQUIRE_BROKER_FLOOR  1 refuses a nats-server before 2.12.12; default: a warning
`;
