import { expect } from 'vitest'
import type { Service } from '../../harness/service.ts'

export interface Mail {
  readonly template: string
  readonly body: string
}

/** Mails to an address, the newest first, as the development outbox keeps them. */
export function mailsTo(service: Service, email: string): Promise<Mail[]> {
  return service.sql<Mail & Record<string, unknown>>(
    'SELECT template, body FROM email_messages WHERE recipient = ? ORDER BY created_at DESC, id DESC',
    email,
  )
}

/** Waits until an address has so many mails; gives the newest. */
export async function nextMail(service: Service, email: string, count = 1): Promise<Mail> {
  await expect.poll(async () => (await mailsTo(service, email)).length).toBe(count)
  const [mail] = await mailsTo(service, email)
  return mail ?? { template: '', body: '' }
}

/** The token in a mail's link to a path. */
export function tokenIn({ body }: Mail, path: string): string {
  return new RegExp(`${path}\\?token=([\\w-]{43})`).exec(body)?.[1] ?? ''
}

/** The six digits in a mail. */
export function codeIn({ body }: Mail): string {
  return /\b\d{6}\b/.exec(body)?.[0] ?? ''
}
