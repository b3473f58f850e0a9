import { askToSignIn } from './fetch-signed-in.ts'
import { fetchRenewed, isSignedOut } from './session.ts'

document.addEventListener('htmx:before:request', ({ detail: { ctx } }) => {
  Object.assign(ctx, { fetch: fetchRenewed })
})

/** Keeps the page when its session has ended: htmx would replace it with the login page. */
document.addEventListener('htmx:before:response', (event) => {
  const { response } = event.detail.ctx
  if (!response || !isSignedOut(response.raw)) return
  event.preventDefault()
  void askToSignIn()
})
