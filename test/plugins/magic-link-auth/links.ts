import type { Answer, Service } from '../../harness/service.ts'
import { nextMail } from '../core-auth/mailbox.ts'
import { freshAddress } from '../core-auth/people.ts'

export const HTML = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'
export const REQUEST = '/auth/magic-link/request'
export const VERIFY = '/auth/magic-link/verify'

/** Asks for a link, from an address that nobody has called from yet. */
export function ask(service: Service, email: string, more: Record<string, unknown> = {}): Promise<Answer> {
  return service.json(REQUEST, { body: { email, ...more }, headers: { 'cf-connecting-ip': freshAddress() } })
}

/** Asks for a link and reads it in the mail, the so-manieth that the address gets. */
export async function linkFor(service: Service, email: string, count = 1, more: Record<string, unknown> = {}) {
  await ask(service, email, more)
  return linkIn(await nextMail(service, email, count))
}

/** The link in a mail, as a path. */
export function linkIn({ body }: { readonly body: string }): string {
  const link = /https?:\/\/\S+\/auth\/magic-link\/verify\?\S+/.exec(body)?.[0]
  if (link === undefined) throw new Error(`no link in: ${body}`)
  const { pathname, search } = new URL(link)
  return pathname + search
}

/** Opens a link as a program does. */
export function openLink(service: Service, link: string, headers: Record<string, string> = {}): Promise<Answer> {
  return service.json(link, { headers: { 'cf-connecting-ip': freshAddress(), ...headers } })
}

/** Opens a link as a browser does. */
export function visit(service: Service, link: string, headers: Record<string, string> = {}): Promise<Response> {
  return service.fetch(link, { headers: { accept: HTML, 'cf-connecting-ip': freshAddress(), ...headers } })
}
