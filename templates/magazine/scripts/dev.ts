/** Runs the service and the website until one of them exits or a signal stops both. */
import { type ChildProcess, spawn } from 'node:child_process'

const running: readonly ChildProcess[] = ['dev:service', 'dev:web'].map((script) =>
  spawn('npm', ['run', '--silent', script], { stdio: 'inherit', shell: process.platform === 'win32' }),
)

for (const child of running) {
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 0
    endAll()
  })
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endAll)

function endAll(): void {
  for (const child of running) if (child.exitCode === null && !child.killed) child.kill('SIGTERM')
}
