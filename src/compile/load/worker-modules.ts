/**
 * Exports of the modules that exist only in workerd. Stand-ins with the same exports replace these modules while the
 * config is evaluated. Their exports do nothing.
 */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'cloudflare:email': ['EmailMessage'],
  'cloudflare:sockets': ['connect'],
  'cloudflare:workers': [
    'DurableObject',
    'RpcPromise',
    'RpcProperty',
    'RpcStub',
    'RpcTarget',
    'ServiceStub',
    'WorkerEntrypoint',
    'WorkflowEntrypoint',
    'abortIsolate',
    'cache',
    'env',
    'exports',
    'tracing',
    'waitUntil',
    'withEnv',
  ],
  'cloudflare:workflows': ['NonRetryableError'],
}

export function isWorkerModule(specifier: string): boolean {
  return specifier.startsWith('cloudflare:')
}

/** Returns the source of a stand-in. Each export is a class, so that it can be extended or passed on. */
export function workerModuleSource(url: string): string {
  const names = NAMES[url] ?? []
  return [
    'class OnlyInTheWorker {}',
    ...names.map(
      (name, index) => `const v${index} = class extends OnlyInTheWorker {}; export { v${index} as ${name} }`,
    ),
    'export default {}',
  ].join('\n')
}
