import { type Contract, createContract } from '../../compile/openapi/contract.ts'
import type { Answer } from '../../harness/service.ts'
import type { Received, Sent } from './send.ts'

/** Says what is wrong with answers. */
export interface Judge {
  readonly contract: Contract
  /** Empty where the answer is as it must be. */
  judge(sent: Sent, received: Received): string[]
}

/** Words that an answer must never hold: they come from inside. */
const INSIDE = /SQLITE_|D1_ERROR|\bat \S+ \(|node_modules|drizzle|scrypt\$|JWT_SECRET|MEDIA_BUCKET|CACHE_KV/

/**
 * A judge by the documents that people of each role are given, the one that says most first: who is who changes while
 * they are at it, so that an answer is right that is as one of them promises.
 */
export function createJudge(documents: readonly string[]): Judge {
  const [contract, ...others] = documents.map(createContract)
  if (contract === undefined) throw new Error('there is no document to judge by')
  return {
    contract,
    judge: ({ method, path }, received) => {
      const answer = answerOf(received)
      if (typeof answer === 'string') return [answer]
      const always = failures(answer, received)
      if (always.length > 0 || !contract.documents(method, path)) return always
      const wrong = contract.check(method, path, answer)
      const isRight = wrong.length === 0 || others.some((other) => isAs(other, method, path, answer))
      return isRight ? [] : wrong
    },
  }
}

function isAs(contract: Contract, method: string, path: string, answer: Answer): boolean {
  return contract.documents(method, path) && contract.check(method, path, answer).length === 0
}

/** Checks that hold for every response, documented or not. */
function failures({ status, body }: Answer, { bytes }: Received): string[] {
  const isSaid = status === 503 && ['not_configured', undefined].includes(body?.code)
  if (status >= 500 && !isSaid) return [`${status} ${body?.code ?? ''}`]
  return status >= 400 && INSIDE.test(bytes.toString()) ? ['the answer tells what is inside'] : []
}

/** The answer with its body parsed, or what is wrong with it. */
export function answerOf({ status, headers, bytes }: Received): Answer | string {
  const text = bytes.toString()
  if (!(headers.get('content-type') ?? '').includes('json')) return { status, headers, body: text }
  try {
    return { status, headers, body: JSON.parse(text) }
  } catch {
    return `the body of ${status} is no JSON: ${text.slice(0, 100)}`
  }
}
