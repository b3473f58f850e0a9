/** A machine on which commands of a shell run: this one, or one that is reached by `ssh`. */
export interface Place {
  /** As `ssh` knows it; `null`: this machine. */
  readonly ssh: string | null
}

/** The program and arguments that run a command of a shell at a place. */
export function commandAt({ ssh }: Place, command: string): [string, ...string[]] {
  // `BatchMode`: a question for a password would wait for ever where nobody sees it.
  return ssh === null
    ? ['/bin/sh', '-c', command]
    : ['ssh', '-o', 'BatchMode=yes', '-o', 'ConnectTimeout=15', ssh, command]
}
