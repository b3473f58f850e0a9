import { askToSignIn } from './fetch-signed-in.ts'
import { fetchRenewed, isSignedOut } from './session.ts'

document.addEventListener('htmx:before:request', ({ detail: { ctx } }) => {
  Object.assign(ctx, { fetch: fetchRenewed })
})

/** Keeps the page where it is when its session has ended: htmx would leave it for the page to sign in. */
document.addEventListener('htmx:before:response', (event) => {
  const { response } = event.detail.ctx
  if (!response || !isSignedOut(response.raw)) return
  event.preventDefault()
  void askToSignIn()
})
