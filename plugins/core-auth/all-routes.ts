export * from './account-routes.ts'
export * from './api-token-routes.ts'
export * from './invitations/routes.ts'
export * from './oidc/routes.ts'
export {
  codeAddress,
  logoutByLink,
  showForgot,
  showLogin,
  showRegister,
  showReset,
  signedIn,
  submitCode,
  submitLogin,
  submitLogout,
} from './page-routes.ts'
export * from './passkeys/routes.ts'
export { login, logout, me, otp, renew as refresh } from './routes.ts'
export * from './second-factor-routes.ts'
export * from './session-routes.ts'
