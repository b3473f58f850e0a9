import { definePlugin } from 'lintel'
import { type Hook, permissionManager } from 'lintel/kit'
import { identify } from './identity.ts'
import { invitations } from './invitations/table.ts'
import { checkSettings } from './oidc/check-settings.ts'
import { oidcIdentities } from './oidc/table.ts'
import { requireOwnForms } from './own-forms.ts'
import { settings } from './settings.ts'
import {
  apiTokens,
  authenticatorApps,
  oneTimeTokens,
  passkeys,
  recoveryCodes,
  sessions,
  spentRefreshTokens,
} from './tables.ts'

/** Removes a user's permissions from the isolate's memory after an event that may have changed them. */
const forgetPermissions: Hook = ({ id }) => {
  if (id !== undefined) permissionManager.clearUserCache(id)
}

export default definePlugin({
  name: 'core-auth',
  version: '1.0.0-beta.1',
  description: 'JWT authentication, session tracking, token refresh and a limit on failed sign-ins.',
  essential: true,
  settings,
  // Nobody else uses a developer's machine: registration and emails can be tested there without limits.
  environmentDefaults: { development: { registration: true, mailsPerAddress: 1000 } },
  checkSettings,
  services: {
    auth: async (c) => (await import('./services.ts')).provideAuth(c),
    tokens: async (c) => (await import('./services.ts')).provideTokens(c),
    accounts: async (c) => (await import('./accounts.ts')).provideAccounts(c),
  },
  data: {
    tables: {
      sessions,
      spentRefreshTokens,
      apiTokens,
      oneTimeTokens,
      authenticatorApps,
      recoveryCodes,
      passkeys,
      oidcIdentities,
      invitations,
    },
    secretColumns: {
      sessions: ['refresh_hash', 'previous_hash', 'rotation_nonce'],
      one_time_tokens: ['code_hash'],
      authenticator_apps: ['totp_secret'],
      recovery_codes: ['code_hash'],
    },
    accountColumns: {
      sessions: ['user_id'],
      api_tokens: ['user_id'],
      one_time_tokens: ['user_id'],
      authenticator_apps: ['user_id'],
      recovery_codes: ['user_id'],
      passkeys: ['user_id'],
      oidc_identities: ['user_id'],
    },
    accessTables: [
      'sessions',
      'spent_refresh_tokens',
      'api_tokens',
      'one_time_tokens',
      'authenticator_apps',
      'recovery_codes',
      'passkeys',
      'oidc_identities',
      'invitations',
    ],
    // Restoring a backup must not reopen a session, token, link or invitation that has ended since.
    keptTables: ['sessions', 'spent_refresh_tokens', 'api_tokens', 'one_time_tokens', 'invitations'],
  },
  http: {
    middleware: [requireOwnForms],
    routes: () => import('./all-routes.ts'),
    hooks: {
      'request:start': identify,
      'auth:login': forgetPermissions,
      'user:update': forgetPermissions,
    },
  },
  admin: {
    messages: { de: () => import('./messages/de.ts') },
    pages: {
      sessions: {
        path: '/admin/auth/sessions',
        label: 'Sessions',
        icon: 'monitor',
        group: 'people',
        order: 20,
        access: ['admin'],
      },
      tokens: {
        path: '/admin/auth/tokens',
        label: 'API tokens',
        icon: 'key-round',
        group: 'people',
        order: 30,
        access: ['editor'],
      },
    },
  },
  operations: {
    admits: { registration: 'viewer' },
    needs: [
      {
        service: 'email',
        settings: { registration: true, requireVerifiedEmail: true },
        problem: 'Nobody can register: registration is on and addresses must be confirmed, but no plugin sends mail.',
        remedy: 'add the plugin email, or turn core-auth.registration off',
      },
    ],
    reaches: [
      {
        setting: 'oidc',
        property: 'issuer',
        path: '/.well-known/openid-configuration',
        same: 'issuer',
        kind: 'sign-in provider',
      },
    ],
    opens: {
      registration: 'true',
      requireVerifiedEmail: 'false',
      mailsPerAddress: 'more',
      rateLimitMaxAttempts: 'more',
      rateLimitWindow: 'less',
      tokenExpiration: 'more',
      refreshExpiration: 'more',
      sessionLifetime: 'more',
      // Without these two settings, tokens of any issuer and for any service are accepted.
      issuer: 'less',
      audience: 'less',
      oidc: 'more',
    },
    tellsAddress: ({ oidc }) =>
      Array.isArray(oidc) && oidc.length > 0 ? 'tells sign-in providers where to send people back to' : null,
    // Developers of the service sign in by password.
    optionalSecrets: (environment) => (environment === 'development' ? ['oidc'] : []),
    secrets: {
      JWT_SECRET: {
        required: true,
        generate: true,
        description: 'signs access tokens: at least 32 bytes; several, separated by commas, while one replaces another',
      },
      ADMIN_PASSWORD: {
        generate: true,
        description: 'the password of the first administrator: 8 to 256 characters, and not one of the most common',
      },
      ADMIN_EMAIL: { description: 'the email of the first administrator; admin@<domain> without it' },
    },
    install: async (start) => (await import('./first-admin.ts')).createFirstAdmin(start),
  },
})
