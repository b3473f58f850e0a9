/**
 * Modules that exist only in workerd. While the compiler evaluates a plugin they are stand-ins with the same names, so
 * that the plugin's declarations can be read; nothing in them can be called before the worker runs.
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

/** The stand-in's source: each name is a class, which can be extended as well as passed on. */
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
