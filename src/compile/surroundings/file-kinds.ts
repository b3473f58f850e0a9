import { LOCK_FILES } from './locks/read-lock-file.ts'
import {
  BUNFIG,
  NPMRC,
  PACKAGE,
  PNPM_WORKSPACE,
  type SettingsFile,
  TSCONFIG,
  VARIABLES,
  WRANGLER,
  YARNRC,
} from './settings/setting-rules.ts'

/** A kind of file that decides what is built, checked or deployed. */
export interface FileKind {
  /**
   * Pattern of the file's path, relative to the folder to which the file applies. Case is ignored, as some file systems
   * do.
   */
  readonly pattern: string
  /** Way of comparing the file: as a lock file, by setting, by line, or by its bytes alone. */
  readonly how: 'lock' | 'lines' | 'bytes' | SettingsFile
  /** Class of a change to the file. In settings and lock files, the class depends on what changes. */
  readonly class: 'opens' | 'caution'
  /** Effect of the file, to follow its name: `checks, builds or deploys`. */
  readonly does: string
  /** Class of a new or removed file, if it differs from that of a changed one. */
  readonly ofNew?: 'caution'
  /** True if programs run other files that it names. */
  readonly runs?: boolean
  /** Text with which a file opens that is otherwise a caution. */
  readonly opensWith?: RegExp
}

const INSTALLS = 'determines what is installed'
const RUNS = 'determines what is checked, built or deployed'
const DEPLOYS = 'describes the servers of a deploy'
const REVIEWS = 'determines who reviews a change, and what the review shows'

function settings(pattern: string, how: SettingsFile, does = INSTALLS): FileKind {
  return { pattern, how, class: 'opens', does }
}

function steps(pattern: string, does = RUNS): FileKind {
  return { pattern, how: 'lines', class: 'opens', does, runs: true }
}

function caution(pattern: string, does: string): FileKind {
  return { pattern, how: 'lines', class: 'caution', does }
}

/** All kinds. The first one that matches a path applies. */
export const FILE_KINDS: readonly FileKind[] = [
  { pattern: 'node_modules/.+', how: 'bytes', class: 'opens', does: 'is a package that was committed' },
  ...Object.keys(LOCK_FILES).map((name): FileKind => {
    return { pattern: name.replaceAll('.', String.raw`\.`), how: 'lock', class: 'opens', does: INSTALLS }
  }),
  settings(String.raw`package\.json`, PACKAGE),
  settings(String.raw`\.npmrc`, NPMRC),
  settings(String.raw`\.yarnrc\.yml`, YARNRC),
  settings(String.raw`\.?bunfig\.toml`, BUNFIG),
  settings(String.raw`pnpm-workspace\.yaml`, PNPM_WORKSPACE),
  settings(String.raw`[tj]sconfig[\w.-]*\.json`, TSCONFIG, 'determines which types are checked'),
  settings(String.raw`wrangler\.toml`, WRANGLER, RUNS),
  settings(String.raw`(?:wrangler\.jsonc?|\.wrangler/deploy/config\.json)`, { ...WRANGLER, format: 'jsonc' }, RUNS),
  settings(String.raw`(?:\.env|\.dev\.vars)(?:\.[\w.-]+)?`, VARIABLES, 'sets variables'),
  ...[
    String.raw`package\.(?:json5|yaml)`,
    String.raw`\.yarnrc`,
    String.raw`\.pnpmfile\.[cm]?js`,
    String.raw`pnpmfile\.[cm]?js`,
    String.raw`(?:\.yarn/|\.)?patches/.+`,
    String.raw`(?:lerna|nx|rush|turbo)\.json`,
    String.raw`\.(?:gitmodules|lfsconfig)`,
    String.raw`binding\.gyp`,
  ].map((pattern): FileKind => ({ pattern, how: 'lines', class: 'opens', does: INSTALLS })),
  { pattern: String.raw`\.yarn/cache/.+`, how: 'bytes', class: 'opens', ofNew: 'caution', does: INSTALLS },
  {
    pattern: String.raw`(?:\.yarn/.+|\.pnp\.(?:c?js|loader\.mjs|data\.json))`,
    how: 'bytes',
    class: 'opens',
    does: INSTALLS,
  },
  caution(String.raw`\.github/(?:dependabot|release|labeler)\.yml`, 'configures bots'),
  {
    ...caution(
      String.raw`(?:\.(?:github|gitlab)/)?renovate\.json5?|\.renovaterc(?:\.json5?)?|renovate-config\.js`,
      'determines which updates bots propose and merge',
    ),
    // Presets of other repositories may contain it as well.
    opensWith: /automerge|["'](?:github|gitlab|gitea|forgejo|local|npm)>/i,
  },
  {
    pattern: String.raw`\.?(?:mergify|bulldozer|aviator)\.ya?ml|\.?(?:kodiak|bors)\.toml|\.prow\.ya?ml`,
    how: 'lines',
    class: 'opens',
    does: 'determines which changes bots merge without a person',
  },
  {
    pattern: String.raw`(?:\.github/|docs/|\.gitlab/)?codeowners`,
    how: 'lines',
    class: 'opens',
    does: REVIEWS,
  },
  { pattern: String.raw`\.gitattributes`, how: 'lines', class: 'opens', does: REVIEWS },
  ...[
    String.raw`\.(?:github|gitea|forgejo|gitlab|circleci|buildkite|woodpecker|azure-pipelines|semaphore|teamcity|tekton|builds|buddy|harness|husky|githooks|lefthook|devcontainer|kamal|platform|upsun|do)/.+`,
    String.raw`\.(?:gitlab-ci|travis|drone|woodpecker|appveyor|cirrus|vela|build|gitpod|overcommit|platform\.app|onedev-buildspec|pre-commit-(?:config|hooks))\.ya?ml`,
    String.raw`(?:azure-pipelines|bitbucket-pipelines|appveyor|buildspec|cloudbuild|lefthook|render|app|codemagic|heroku|buddy|wercker|amplify|serverless|skaffold|werf|kustomization)[\w.-]*\.ya?ml`,
    String.raw`jenkinsfile[\w.-]*`,
    String.raw`(?:[\w.-]+\.)?(?:dockerfile|containerfile)(?:\.[\w.-]+)?`,
    String.raw`(?:docker-)?compose(?:\.[\w.-]+)?\.ya?ml`,
    String.raw`procfile(?:\.[\w.-]+)?`,
    String.raw`(?:fly|netlify|railway|nixpacks)(?:\.[\w.-]+)?\.(?:toml|json)`,
    String.raw`(?:vercel|firebase|dagger|cdk|staticwebapp\.config|\.devcontainer)\.json|captain-definition`,
    String.raw`docker-bake(?:\.[\w.-]+)?\.(?:hcl|json)`,
    String.raw`earthfile|tiltfile|vagrantfile|(?:flake|shell|default)\.nix`,
    String.raw`(?:sst|release|lint-staged)\.config\.\w+|\.(?:releaserc|release-it|simple-git-hooks)(?:\.\w+)?`,
    String.raw`(?:gnu)?makefile|justfile|taskfile\.ya?ml`,
    String.raw`ecosystem\.config\.[cm]?[jt]s`,
    String.raw`[\w@.-]+\.(?:service|timer|socket)(?:\.d/.+)?|crontab`,
    String.raw`(?:caddyfile|nginx[\w.-]*\.conf)`,
    String.raw`\.envrc`,
    String.raw`(?:\.config/)?\.?mise(?:[\w.-]*\.toml|/.+)`,
    String.raw`\.lintstagedrc[\w.-]*`,
  ].map((pattern) => steps(pattern)),
  caution('(?:k8s|kubernetes|helm|terraform|ansible|pulumi|nomad)/.+', DEPLOYS),
  caution(
    String.raw`[\w.-]+\.(?:tf|tofu|tfvars|nomad)(?:\.json|\.hcl)?|\.terraform\.lock\.hcl|pulumi(?:\.[\w-]+)?\.ya?ml|samconfig\.toml|ansible\.cfg|haproxy\.cfg|(?:traefik|chart|helmfile)\.(?:ya?ml|toml)`,
    DEPLOYS,
  ),
  caution(String.raw`\.dockerignore|app\.json`, RUNS),
  caution(String.raw`\.nvmrc|\.node-version|\.tool-versions`, 'determines which version of Node runs'),
  caution(
    String.raw`(?:vitest|vite|jest|playwright|cypress|ava|karma|stryker|eslint|prettier|stylelint|commitlint|knip)\.(?:config|workspace)\.\w+|\.(?:eslint|prettier|stylelint|mocha|nyc|c8|oxlint|commitlint)rc[\w.-]*|\.(?:eslint|prettier|stylelint)ignore|(?:biome|dprint)\.jsonc?`,
    'determines what is tested or linted',
  ),
  caution(
    String.raw`\.snyk|\.trivyignore|\.gitleaks(?:ignore|\.toml)|\.nsprc|audit-ci\.jsonc?|osv-scanner\.toml|\.?codecov\.ya?ml|sonar-project\.properties`,
    'determines what scanners report',
  ),
  caution(
    String.raw`(?:deno\.jsonc?|deno\.lock|\.swcrc|\.babelrc[\w.-]*|(?:babel|postcss|rollup|rolldown|webpack|rspack|esbuild|tsup|tsdown|parcel|astro|next|nuxt|svelte)\.config\.\w+)`,
    'determines what is built',
  ),
  caution(
    String.raw`\.vscode/[\w.-]+|\.(?:claude|cursor|codex|gemini|windsurf|continue|roo|zed|idx|fleet|run)/.+|\.idea/runconfigurations/.+|\.?mcp\.json|\.cursorrules|\.replit`,
    'affects what editors and agents run on the machines of developers',
  ),
]

/** Files in folders of workflows that only people read. */
const FOR_PEOPLE =
  /(?:^|\/)\.(?:github|gitlab)\/(?:(?:issue|discussion|merge_request)_templates?\/.+|funding\.yml|.+\.(?:md|png|svg|jpe?g|gif))$/i

const ANY = new RegExp(`(?:^|/)(?:${FILE_KINDS.map(({ pattern }) => pattern).join('|')})$`, 'i')
const EACH = FILE_KINDS.map((kind) => ({ kind, pattern: new RegExp(`(?:^|/)(?:${kind.pattern})$`, 'i') }))

/** A kind, with the folder of the repository to which the file applies. */
export interface KindAt {
  readonly kind: FileKind
  readonly folder: string
}

const known = new Map<string, KindAt | null>()

/** Returns the kind of a file; `null` for a file of no known kind. */
export function kindOf(path: string): KindAt | null {
  const before = known.get(path)
  if (before !== undefined) return before
  const found = findKind(path)
  known.set(path, found)
  return found
}

function findKind(path: string): KindAt | null {
  if (!ANY.test(path) || FOR_PEOPLE.test(path)) return null
  for (const { kind, pattern } of EACH) {
    const found = pattern.exec(path)
    if (found !== null) return { kind, folder: path.slice(0, found.index) }
  }
  return null
}
