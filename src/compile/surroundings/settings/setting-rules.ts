import { HOW_IT_RUNS } from '../../wrangler-settings.ts'
import type { Format } from '../read/parse.ts'

/** Weight of a setting: `null` for a setting without an effect. */
export type Weight = 'opens' | 'caution' | null

/** Format of a file of settings, and the weights of its settings. */
export interface SettingsFile {
  readonly format: Format
  /** Depth to which tables are split into settings. */
  readonly depth: number
  /** Tables that are compared as one setting, because the order of their entries matters. */
  readonly whole?: readonly string[]
  /** Weights by the setting's path; the first pattern that matches decides. A setting that none matches opens. */
  readonly weights: readonly (readonly [RegExp, Weight, why?: string])[]
  /** True if values are never shown. */
  readonly isSecret?: boolean
}

const REGISTRY = 'packages are installed from this registry'
const VERSION = /^(?:dependencies|devDependencies|optionalDependencies|peerDependencies|catalogs?)\./

/** Settings of `package.json` that only describe a package. */
const DESCRIPTION =
  /^(?:\$schema|author|bugs|contributors|description|files|funding|homepage|keywords|license|maintainers|man|private|publishConfig|repository|version)(?:\.|$)/

export const PACKAGE: SettingsFile = {
  format: 'json',
  depth: 2,
  whole: ['exports', 'imports'],
  weights: [
    [DESCRIPTION, null],
    [
      /^scripts\.(?:(?:pre|post)?(?:install|prepare)|prepublish|dependencies|pnpm:devPreinstall)$/,
      'opens',
      'package managers run this script at every installation',
    ],
    [
      /^scripts\.(?:pre|post)?(?:build|check|cms|deploy|test|start)$/,
      'opens',
      'builds, checks and deploys run this script',
    ],
    [/^scripts\./, 'caution'],
    [VERSION, 'caution'],
    [/^(?:peerDependenciesMeta|bundleDependencies|bundledDependencies|engines|devEngines|os|cpu|libc)/, 'caution'],
    [/^type$/, 'opens', 'it determines how CommonJS modules are imported'],
    [/^(?:bin|directories)(?:\.|$)/, 'opens', '`npx` prefers a program of this package to an installed one'],
    [/^(?:name|config|volta|browserslist)(?:\.|$)/, 'caution'],
    [/^(?:workspaces|overrides|resolutions)/, 'opens', 'it determines which package a name refers to'],
    [
      /^(?:allowScripts|trustedDependencies)/,
      'opens',
      'it determines which packages run scripts when they are installed',
    ],
  ],
}

export const NPMRC: SettingsFile = {
  format: 'ini',
  depth: 1,
  weights: [
    [/(?:^|:)registry$/, 'opens', REGISTRY],
    [
      /^(?:audit(?:-level)?|color|engine-strict|fund|heading|init-.*|legacy-peer-deps|loglevel|message|progress|save-.*|sign-git-.*|tag-version-prefix|timing|unicode|update-notifier)$/,
      'caution',
    ],
  ],
}

export const YARNRC: SettingsFile = {
  format: 'yaml',
  depth: 4,
  weights: [
    [/[rR]egistr/, 'opens', REGISTRY],
    [
      /^(?:nodeLinker|enableColors|enableProgressBars|enableTelemetry|enableTimers|enableMessageNames|preferInteractive|preferTruncatedLines|progressBarStyle|logFilters|telemetry.*|initFields.*|initScope|defaultSemverRangePrefix|compressionLevel)$/,
      'caution',
    ],
  ],
}

export const BUNFIG: SettingsFile = {
  format: 'toml',
  depth: 4,
  weights: [
    [/registry|scopes/, 'opens', REGISTRY],
    [/^(?:telemetry|logLevel|test\.coverage.*|install\.(?:exact|peer|dev|optional|production))$/, 'caution'],
  ],
}

export const PNPM_WORKSPACE: SettingsFile = {
  format: 'yaml',
  depth: 2,
  weights: [
    [/registr/i, 'opens', REGISTRY],
    [VERSION, 'caution'],
    [/^(?:allowBuilds|onlyBuiltDependencies|dangerously)/, 'opens', 'it determines which packages run scripts'],
    [/^(?:saveExact|savePrefix|engineStrict|updateNotifier|loglevel|catalogMode|cleanupUnusedCatalogs)$/, 'caution'],
  ],
}

/** Settings of a tsconfig that affect what is emitted, printed or resolved, or what editors do. */
const NO_CHECK =
  /^(?:\$schema|compileOnSave|display|typeAcquisition|watchOptions)(?:\.|$)|^compilerOptions\.(?:allow(?:ArbitraryExtensions|ImportingTsExtensions|SyntheticDefaultImports|UmdGlobalAccess)|composite|customConditions|declaration\w*|emit\w+|esModuleInterop|incremental|inline\w+|lib|locale|module\w*|newLine|noEmit\w*|out\w+|plugins|preserve\w+|pretty|removeComments|resolve\w+|rewriteRelativeImportExtensions|rootDirs?|skip\w*LibCheck|source\w+|stripInternal|tsBuildInfoFile|types|typeRoots)(?:\.|$)/

export const TSCONFIG: SettingsFile = {
  format: 'jsonc',
  depth: 2,
  weights: [
    [/^extends(?:\.|$)/, 'opens', 'it may affect how code is checked and bundled'],
    [
      /^compilerOptions\.(?:baseUrl|experimentalDecorators|importsNotUsedAsValues|jsx\w*|paths|preserveValueImports|target|useDefineForClassFields|verbatimModuleSyntax)(?:\.|$)/,
      'opens',
      'it affects how code is bundled',
    ],
    [NO_CHECK, 'caution'],
    [/./, 'opens', 'it affects which files and which mistakes the type check reports'],
  ],
}

/** Settings of `wrangler.toml` that follow from the config, or that the lock contains. */
const FROM_CONFIG =
  /^(?:env\.[^.]+\.)?(?:d1_databases|kv_namespaces|r2_buckets|images|name|queues|routes?|triggers|vars)(?:\.|$)|^(?:\$schema|send_metrics|dev)$/

export const WRANGLER: SettingsFile = {
  format: 'toml',
  depth: 3,
  weights: [
    [FROM_CONFIG, null],
    [HOW_IT_RUNS, 'caution'],
  ],
}

export const VARIABLES: SettingsFile = {
  format: 'ini',
  depth: 1,
  isSecret: true,
  weights: [
    [/^(?:CLOUDFLARE|CF|WRANGLER|NPM|YARN|PNPM|BUN|NODE)_/i, 'opens', 'tools that install and deploy read it'],
    [/./, 'caution'],
  ],
}
