import { describe, expect, it } from 'vitest'
import { changesBetween, compareFiles, type Files, json } from './changes-between.ts'

const describePackage = (entries: object) => json({ name: 'site', ...entries })
const packageChange = (before: object, after: object) =>
  changesBetween({ 'package.json': describePackage(before) }, { 'package.json': describePackage(after) })

describe('package.json', () => {
  it.each([
    'preinstall',
    'install',
    'postinstall',
    'prepublish',
    'preprepare',
    'prepare',
    'postprepare',
    'dependencies',
    'pnpm:devPreinstall',
  ])('with a script %s opens: every installation runs it', (name) => {
    expect(packageChange({}, { scripts: { [name]: 'node x.js' } })).toEqual([
      `opens: package.json: scripts.${name} = "node x.js"; previously nothing`,
      '  package managers run this script at every installation',
    ])
  })

  it.each(['check', 'predeploy', 'posttest', 'build'])('with another script %s opens', (name) => {
    const [line] = packageChange({ scripts: { [name]: 'cms' } }, { scripts: { [name]: 'true' } })
    expect(line).toBe(`opens: package.json: scripts.${name} = "true"; previously "cms"`)
  })

  it.each([
    ['git+https://evil.example/zod.git', 'it comes from git+https://evil.example/zod.git, which is not a registry'],
    ['evil/zod', 'it comes from evil/zod, which is not a registry'],
    [
      'https://user:pass@evil.example/zod.tgz?token=abc',
      'it comes from https://…@evil.example/zod.tgz?token=…, which is not a registry',
    ],
    ['file:vendor/zod.tgz', 'it comes from file:vendor/zod.tgz, which is not a registry'],
    ['link:../zod', 'it comes from link:../zod, which is not a registry'],
    ['zod.tgz', 'it comes from zod.tgz, which is not a registry'],
    ['npm:evil@4', 'the name is an alias for another package'],
    ['npm:@evil/zod@4', 'the name is an alias for another package'],
  ])('with the dependency %s opens', (range, note) => {
    const [line, why] = packageChange({ dependencies: { zod: '^4.0.0' } }, { dependencies: { zod: range } })
    expect(line).toMatch(/^opens: package\.json: dependencies\.zod = /)
    expect(why).toBe(`  ${note}`)
  })

  it.each([
    ['another range', { dependencies: { zod: '^4.1.0' } }, 'dependencies.zod = "^4.1.0"; previously "^4.0.0"'],
    [
      'another script',
      { dependencies: { zod: '^4.0.0' }, scripts: { hello: 'x' } },
      'scripts.hello = "x"; previously nothing',
    ],
  ])('with %s is a caution', (_, after, message) => {
    expect(packageChange({ dependencies: { zod: '^4.0.0' } }, after)).toEqual([`caution: package.json: ${message}`])
  })

  it.each([
    ['overrides', { overrides: { a: { zod: 'npm:evil@1' } } }],
    ['resolutions', { resolutions: { '**/zod': 'npm:evil@1' } }],
    ['pnpm.overrides', { pnpm: { overrides: { zod: 'npm:evil@1' } } }],
    ['pnpm.patchedDependencies', { pnpm: { patchedDependencies: { 'zod@4.6.7': 'patches/zod.patch' } } }],
    ['patchedDependencies', { patchedDependencies: { 'zod@4.6.7': 'patches/zod.patch' } }],
    ['workspaces', { workspaces: ['packages/*'] }],
    ['packageManager', { packageManager: 'yarn@https://evil.example/yarn.js' }],
    ['allowScripts', { allowScripts: { evil: true } }],
    ['trustedDependencies', { trustedDependencies: ['evil'] }],
    ['imports', { imports: { '#db': './evil.js' } }],
    ['exports', { exports: { default: './a.js', import: './b.js' } }],
    ['type', { type: 'commonjs' }],
    ['something new', { anything: { at: 'all' } }],
  ])('with %s opens', (_, after) => {
    expect(packageChange({}, after)[0]).toMatch(/^opens: /)
  })

  it('with other order of exports opens: the first condition that applies counts', () => {
    const [a, b] = [
      { import: './a.js', default: './b.js' },
      { default: './b.js', import: './a.js' },
    ]
    expect(packageChange({ exports: a }, { exports: b })[0]).toMatch(/^opens: package\.json: exports = /)
  })

  it('with another description, order or layout is the same', () => {
    const before = '{"name":"site","description":"x","dependencies":{"a":"1","b":"1"}}'
    const after = '{\r\n "dependencies":{"b":"1","a":"1"},"description":"y","name":"site"}'
    expect(changesBetween({ 'package.json': before }, { 'package.json': after })).toEqual([])
  })

  it.each([
    ['that repeats a name', '{"scripts":{},"scripts":{"postinstall":"x"}}', 'it repeats the name of a key'],
    ['of no JSON', '{', 'it is not valid JSON'],
    ['that is a list', '[]', 'it is not a table of settings'],
  ])('%s opens', (_, after, reason) => {
    expect(changesBetween({ 'package.json': '{}' }, { 'package.json': after })).toEqual([
      `opens: package.json has changed, but cannot be compared: ${reason}`,
    ])
  })
})

describe('settings of package managers', () => {
  it.each([
    [
      '.npmrc',
      '',
      'registry=https://user:secret@evil.example/',
      '.npmrc: registry = "https://…@evil.example/"; previously nothing',
    ],
    [
      '.npmrc',
      '',
      '@scope:registry = https://evil.example/',
      '.npmrc: @scope:registry = "https://evil.example/"; previously nothing',
    ],
    ['.npmrc', 'ignore-scripts=true', '', '.npmrc: ignore-scripts = nothing; previously "true"'],
    ['.npmrc', '', 'script-shell=./evil', '.npmrc: script-shell = "./evil"; previously nothing'],
    ['.npmrc', '', '//evil.example/:_authToken=npm_secretsecretsecret', '.npmrc: //evil.example/:_authToken is new'],
    [
      '.npmrc',
      '',
      '//registry.npmjs.org/:_authToken=$'.concat('{NPM_TOKEN}'),
      '.npmrc: //registry.npmjs.org/:_authToken is new',
    ],
    ['.NPMRC', '', 'registry=https://evil.example/', '.NPMRC: registry = "https://evil.example/"; previously nothing'],
    [
      '.yarnrc.yml',
      '',
      'yarnPath: .yarn/releases/evil.cjs',
      '.yarnrc.yml: yarnPath = ".yarn/releases/evil.cjs"; previously nothing',
    ],
    [
      '.yarnrc.yml',
      '',
      'npmScopes:\n  a:\n    npmRegistryServer: https://evil.example',
      '.yarnrc.yml: npmScopes.a.npmRegistryServer = "https://evil.example"; previously nothing',
    ],
    ['.yarnrc.yml', '', 'npmAuthToken: verysecret', '.yarnrc.yml: npmAuthToken is new'],
    ['.yarnrc', '', 'registry "https://evil.example"', '.yarnrc, which determines what is installed, is new'],
    [
      'bunfig.toml',
      '',
      '[install.registry]\nurl = "https://evil.example"\ntoken = "verysecret"',
      'bunfig.toml: install.registry.token is new',
    ],
    ['bunfig.toml', '', 'preload = ["./evil.ts"]', 'bunfig.toml: preload = ["./evil.ts"]; previously nothing'],
    [
      'pnpm-workspace.yaml',
      '',
      'overrides:\n  zod: npm:evil@1',
      'pnpm-workspace.yaml: overrides.zod = "npm:evil@1"; previously nothing',
    ],
    [
      'pnpm-workspace.yaml',
      '',
      'catalog:\n  zod: npm:evil@1',
      'pnpm-workspace.yaml: catalog.zod = "npm:evil@1"; previously nothing',
    ],
    [
      'pnpm-workspace.yaml',
      '',
      'allowBuilds:\n  evil: true',
      'pnpm-workspace.yaml: allowBuilds.evil = "true"; previously nothing',
    ],
    ['.pnpmfile.cjs', '', 'module.exports = {}', '.pnpmfile.cjs, which determines what is installed, is new'],
    ['patches/zod.patch', '', '+ evil', 'patches/zod.patch, which determines what is installed, is new'],
    ['.yarn/patches/zod.patch', '', '+ evil', '.yarn/patches/zod.patch, which determines what is installed, is new'],
    ['.yarn/releases/yarn.cjs', 'a', 'b', '.yarn/releases/yarn.cjs, which determines what is installed, has changed'],
  ])('%s: %j → %j opens', (path, before, after, message) => {
    const changes = compareFiles(before === '' && after !== '' ? {} : { [path]: before }, { [path]: after })
    expect(changes).toContainEqual(expect.objectContaining({ class: 'opens', message }))
    expect(JSON.stringify(changes)).not.toContain('secret')
  })

  it.each([
    ['.npmrc', 'npm_averyveryverysecret'],
    ['.npmrc', '"odd" = "averyverysecret"'],
    ['.yarnrc', '"//x.example/:_authToken" "averyverysecret"'],
    ['.npmrc', '//user:averyverysecret@evil.example/:_authToken=averyverysecret'],
    ['.npmrc', '_auth=averyverysecret\n_password = averyverysecret\nregistry=https://averyverysecret@x.example'],
    ['.env', 'CLOUDFLARE_API_TOKEN=averyverysecret\nexport A="averyverysecret"\naveryverysecret'],
    ['.env.production', 'JWT_SECRET=averyverysecret'],
    ['.dev.vars', 'PLAIN=averyverysecret'],
    ['.yarnrc.yml', 'npmRegistries:\n  //x.example:\n    npmAuthIdent: "user:averyverysecret"'],
    ['bunfig.toml', '[install]\nregistry = "https://user:averyverysecret@x.example"'],
    ['compose.yaml', 'services: { db: { environment: { URL: "postgres://user:averyverysecret@db" } } }'],
  ])('never show a token of %s', (path, text) => {
    const printed = JSON.stringify(compareFiles({}, { [path]: text }))
    expect(printed).not.toContain('averyvery')
    expect(JSON.stringify(compareFiles({ [path]: text }, {}))).not.toContain('averyvery')
    expect(compareFiles({}, { [path]: text })).not.toEqual([])
  })
})

describe('variables that are committed', () => {
  it('are named; those that tools read open', () => {
    expect(changesBetween({ '.env': 'A=1\n' }, { '.env': 'A=2\nNODE_OPTIONS=--require ./evil.js\n' })).toEqual([
      'opens: .env: NODE_OPTIONS is new',
      '  tools that install and deploy read it',
      'caution: .env: A has another value',
    ])
  })
})

describe('a check, build or deploy', () => {
  const workflow = (command: string) => `on: pull_request\njobs:\n  check:\n    steps:\n      - run: ${command}\n`

  it('that no longer checks says so', () => {
    const path = '.github/workflows/ci.yml'
    expect(changesBetween({ [path]: workflow('npx cms check --types') }, { [path]: workflow('true') })).toEqual([
      'opens: .github/workflows/ci.yml, which runs cms check, has changed',
      '  it no longer runs cms check',
      '  no longer: - run: npx cms check --types',
      '  new: - run: true',
    ])
  })

  it('that checks by a script says so', () => {
    const path = '.github/workflows/ci.yml'
    const files = (script: string): Files => ({
      'package.json': describePackage({ scripts: { check: script } }),
      [path]: workflow('npm run check'),
    })
    const after = { ...files('cms check'), [path]: `${workflow('npm run check')}permissions: write-all\n` }
    expect(changesBetween(files('cms check'), after)[0]).toBe(
      'opens: .github/workflows/ci.yml, which runs cms check, has changed',
    )
    expect(changesBetween(files('cms check'), files('true'))[0]).toBe(
      'opens: package.json: scripts.check = "true"; previously "cms check"',
    )
  })

  it.each([
    '.github/workflows/new.yml',
    '.github/actions/setup/action.yml',
    '.github/actions/setup/dist/index.js',
    '.github/scripts/check.sh',
    '.github/CODEOWNERS',
    'CODEOWNERS',
    '.gitattributes',
    '.gitmodules',
    '.gitlab-ci.yml',
    '.circleci/config.yml',
    'azure-pipelines.yml',
    'bitbucket-pipelines.yml',
    'Jenkinsfile',
    '.husky/pre-commit',
    'Dockerfile',
    'docker/Dockerfile.production',
    'compose.yaml',
    'docker-compose.prod.yml',
    'Procfile',
    'fly.toml',
    'vercel.json',
    'Makefile',
    'turbo.json',
    'lintel.service',
    '.envrc',
    '.lfsconfig',
    '.mergify.yml',
    '.github/mergify.yml',
    '.kodiak.toml',
    'bors.toml',
    'heroku.yml',
    'render.yaml',
    'netlify.toml',
    'serverless.yml',
    'skaffold.yaml',
    'docker-bake.hcl',
    'Earthfile',
    'Tiltfile',
    'Vagrantfile',
    'flake.nix',
    'shell.nix',
    'firebase.json',
    'amplify.yml',
    '.tekton/run.yaml',
    '.teamcity/settings.kts',
    '.kamal/hooks/pre-deploy',
    '.do/app.yaml',
    '.gitpod.yml',
    '.devcontainer.json',
    '.pre-commit-config.yaml',
    '.releaserc.json',
    'lint-staged.config.js',
  ])('in %s opens, new, changed and removed', (path) => {
    const one = (before: Files, after: Files) =>
      compareFiles(before, after).map(({ class: grade, kind }) => `${grade} ${kind}`)
    expect(one({}, { [path]: 'a' })).toEqual(['opens file-changed'])
    expect(one({ [path]: 'a' }, { [path]: 'b' })).toEqual(['opens file-changed'])
    expect(one({ [path]: 'a' }, {})).toEqual(['opens file-changed'])
    expect(one({ [path]: 'a\n' }, { [path]: 'a\r\n' })).toEqual([])
  })

  it.each([
    '.nvmrc',
    '.dockerignore',
    'vitest.config.ts',
    'biome.json',
    '.eslintignore',
    '.github/dependabot.yml',
    'renovate.json',
    'k8s/web.yaml',
    'deploy/kubernetes/base/web.yaml',
    'helm/values.yaml',
    'terraform/main.txt',
    'infra/main.tf',
    'infra/production.tfvars',
    '.terraform.lock.hcl',
    'ansible/site.yml',
    'app.json',
    'deno.json',
    'deno.jsonc',
    '.swcrc',
    '.babelrc',
    '.babelrc.json',
    'babel.config.js',
    'webpack.config.js',
    '.trivyignore',
    '.vscode/tasks.json',
    '.vscode/settings.json',
    '.claude/settings.json',
    '.mcp.json',
    '.cursor/mcp.json',
    '.cursor/rules/a.mdc',
  ])('by %s is a caution, new, changed and removed', (path) => {
    const classes = (before: Files, after: Files) => compareFiles(before, after).map((change) => change.class)
    expect(classes({}, { [path]: 'a' })).toEqual(['caution'])
    expect(classes({ [path]: 'a' }, { [path]: 'b' })).toEqual(['caution'])
    expect(classes({ [path]: 'a' }, {})).toEqual(['caution'])
  })

  it.each(['{ "automerge": true }', '{ "extends": [":automergeMinor"] }', '{ "extends": ["github>other/presets"] }'])(
    'by a bot that merges, or may merge, opens: %s',
    (text) => {
      for (const path of ['renovate.json', '.github/renovate.json5', '.renovaterc']) {
        expect(changesBetween({ [path]: '{}' }, { [path]: text })[0]).toBe(
          `opens: ${path}, which determines which updates bots propose and merge, has changed`,
        )
      }
    },
  )

  it('with other comments is a caution; a comment that a program reads is none', () => {
    const path = 'Dockerfile'
    expect(changesBetween({ [path]: '# a\nFROM x\n' }, { [path]: '# b\nFROM x\n' })).toEqual([
      'caution: Dockerfile, which determines what is checked, built or deployed, has changed: only comments differ',
    ])
    expect(changesBetween({ [path]: 'FROM x\n' }, { [path]: '# syntax=evil/frontend\nFROM x\n' })[0]).toMatch(/^opens/)
  })

  it('in another order, or no longer executable, opens', () => {
    expect(changesBetween({ Dockerfile: 'RUN a\nRUN b\n' }, { Dockerfile: 'RUN b\nRUN a\n' })).toEqual([
      'opens: Dockerfile, which determines what is checked, built or deployed, has changed',
      '  its lines are in another order',
    ])
    expect(
      changesBetween({ '.husky/pre-push': { executable: 'cms check' } }, { '.husky/pre-push': 'cms check' }),
    ).toEqual(['opens: .husky/pre-push, which runs cms check, has changed', '  it is no longer executable'])
  })

  it('that calls a script opens with the script', () => {
    const files = (script: string): Files => ({
      'package.json': describePackage({ scripts: { prelint: script, lint: script, hello: script } }),
      '.github/workflows/ci.yml': workflow('npm run lint'),
    })
    expect(changesBetween(files('a'), files('b'))).toEqual([
      'opens: package.json: scripts.lint = "b"; previously "a"',
      '  a check, build or deploy calls it',
      'opens: package.json: scripts.prelint = "b"; previously "a"',
      '  a check, build or deploy calls it',
      'caution: package.json: scripts.hello = "b"; previously "a"',
    ])
  })

  it('runs the programs that its commands name', () => {
    const before: Files = {
      'package.json': describePackage({
        scripts: {
          predeploy: 'npm run --silent assets',
          assets: 'bash scripts/deploy.sh',
          bench: 'bash scripts/other.sh',
        },
      }),
      '.github/workflows/ci.yml': workflow('node ./tools/check.mjs'),
      'scripts/deploy.sh': 'a',
      'scripts/other.sh': 'a', // no check runs it
      'tools/check.mjs': 'a',
    }
    const after = { ...before, 'scripts/deploy.sh': 'b', 'scripts/other.sh': 'b', 'tools/check.mjs': 'b' }
    expect(compareFiles(before, after).map(({ message }) => message)).toEqual([
      'scripts/deploy.sh, which is run by package.json, has changed',
      'tools/check.mjs, which is run by .github/workflows/ci.yml, has changed',
    ])
  })

  it.each([
    ['an action of the repository', 'uses: ./ci/setup', 'ci/setup/dist/index.js'],
    ['a program in the folder of a step', 'run: node check.mjs\n        working-directory: ci', 'ci/check.mjs'],
    ['settings of a program', 'run: npx tool --config ci/tool.toml', 'ci/tool.toml'],
  ])('runs %s', (_, step, path) => {
    const files = (text: string): Files => ({
      '.gitlab-ci.yml': `steps:\n  - ${step}\n`,
      [path]: text,
      'ci/other.mjs': text,
    })
    expect(compareFiles(files('a'), files('b')).map(({ message }) => message)).toEqual([
      `${path}, which is run by .gitlab-ci.yml, has changed`,
    ])
  })
})

describe('a file by another name', () => {
  it('counts where a link leads to it', () => {
    const before: Files = { '.npmrc': { link: 'config/npm' }, 'config/npm': 'fund=false' }
    expect(changesBetween(before, { ...before, 'config/npm': 'registry=https://evil.example/' })).toContain(
      'opens: .npmrc: registry = "https://evil.example/"; previously nothing',
    )
  })

  it('counts in a folder to which a link leads', () => {
    const before: Files = { '.github/workflows': { link: '../ci' }, 'ci/a.yml': 'a' }
    expect(changesBetween(before, { ...before, 'ci/a.yml': 'b' })[0]).toMatch(/^opens: \.github\/workflows\/a\.yml, /)
  })

  it('that becomes a link opens, even with the same contents', () => {
    const after: Files = { 'package.json': { link: 'other/package.json' }, 'other/package.json': '{}' }
    expect(changesBetween({ 'package.json': '{}', 'other/package.json': '{}' }, after)).toEqual([
      'opens: package.json is a link to other/package.json',
    ])
  })

  it.each(['/etc/passwd', '../outside', 'package.json'])('that leads to %s cannot be compared', (link) => {
    expect(changesBetween({ 'package.json': '{}' }, { 'package.json': { link } }).join('\n')).toContain(
      'opens: package.json has changed, but cannot be compared: it is a link to',
    )
  })
})

describe('packages of the repository', () => {
  it('as repositories inside it open where their commit changes', () => {
    expect(changesBetween({ 'plugins/x': { submodule: 'a' } }, { 'plugins/x': { submodule: 'b' } })).toEqual([
      'opens: plugins/x, which is a repository inside this one, has changed',
    ])
  })

  it.each(['file:vendor/zod.tgz', './vendor/zod.tgz', 'vendor/zod.tgz'])(
    'as %s open where their bytes change',
    (zod) => {
      const before: Files = {
        'package.json': describePackage({ dependencies: { zod } }),
        'vendor/zod.tgz': new Uint8Array([1]),
      }
      expect(changesBetween(before, { ...before, 'vendor/zod.tgz': new Uint8Array([2]) })).toEqual([
        'opens: vendor/zod.tgz, which is a package that package.json installs, has changed',
      ])
    },
  )

  it('by link: their scripts and dependencies open as those of the project', () => {
    const before: Files = {
      'cms/package.json': describePackage({ dependencies: { shared: 'link:../shared' } }),
      'shared/package.json': json({ name: 'shared' }),
      'shared/index.ts': 'a',
    }
    const after = {
      ...before,
      'shared/package.json': json({ name: 'shared', scripts: { prepare: 'evil' } }),
      'shared/index.ts': 'b',
    }
    expect(changesBetween(before, after, 'cms')).toEqual([
      'opens: ../shared/index.ts, which belongs to a package that package.json installs, has changed',
      'opens: ../shared/package.json: scripts.prepare = "evil"; previously nothing',
      '  package managers run this script at every installation',
    ])
  })

  it('in node_modules that was committed are named once', () => {
    const inside = 'plugins/x/node_modules/@scope/zod'
    expect(changesBetween({}, { [`${inside}/package.json`]: '{}', [`${inside}/index.js`]: 'evil' })).toEqual([
      'opens: plugins/x/node_modules/@scope/zod, which is a package that was committed, is new',
    ])
  })
})

describe('a project below the repository', () => {
  const base: Files = {
    'package.json': json({ name: 'mono', workspaces: ['packages/*'] }),
    'packages/cms/package.json': json({ name: 'cms' }),
    'packages/web/package.json': json({ name: 'web' }),
  }

  it('has the files of all folders above it', () => {
    const after: Files = {
      ...base,
      'package.json': json({ name: 'mono', workspaces: ['packages/*'], overrides: { zod: '1' } }),
      '.github/workflows/ci.yml': 'a',
      'packages/patches/zod.patch': 'a',
      'packages/cms/plugins/x/.npmrc': 'registry=https://evil.example/',
    }
    expect(compareFiles(base, after, 'packages/cms').map(({ class: grade, source }) => `${grade} ${source}`)).toEqual([
      'opens ../../.github/workflows/ci.yml',
      'opens ../../package.json',
      'opens ../patches/zod.patch',
      'opens plugins/x/.npmrc',
    ])
  })

  it('leaves out what other projects decide for themselves', () => {
    const after: Files = {
      ...base,
      'packages/web/package.json': json({ name: 'web', dependencies: { a: '1' }, scripts: { test: 'x' } }),
      'packages/web/Dockerfile': 'a',
      'packages/web/.npmrc': 'registry=https://x.example/',
    }
    expect(changesBetween(base, after, 'packages/cms')).toEqual([])
  })

  it('has names and scripts of the packages of its workspace', () => {
    const after: Files = {
      ...base,
      'packages/web/package.json': json({ name: 'zod', scripts: { postinstall: 'evil' } }),
      'packages/evil/package.json': json({ name: 'hono', version: '4.13.19' }),
    }
    expect(
      compareFiles(base, after, 'packages/cms').map(({ class: grade, message }) => `${grade}: ${message}`),
    ).toEqual([
      'opens: ../evil/package.json: name = "hono"; previously nothing',
      'opens: ../web/package.json: name = "zod"; previously "web"',
      'opens: ../web/package.json: scripts.postinstall = "evil"; previously nothing',
    ])
  })
})

describe('test files', () => {
  const before: Files = {
    'test/a.ts': 'a',
    'src/b.test.ts': 'b',
    'app/__tests__/c.tsx': 'c',
    'e2e/d.spec.js': 'd',
    'src/contest.ts': 'e',
  }

  it('that are removed or emptied are named in one line, changed ones counted', () => {
    const after = { 'app/__tests__/c.tsx': ' \n', 'e2e/d.spec.js': 'D', 'test/new.ts': 'f' }
    expect(changesBetween(before, after)).toEqual([
      'caution: 3 test files are removed or emptied: app/__tests__/c.tsx, src/b.test.ts and test/a.ts',
      '  1 other test file changed',
    ])
  })

  it('that change are counted, new ones are not', () => {
    expect(changesBetween(before, { ...before, 'test/a.ts': 'A', 'test/new.ts': 'f' })).toEqual([
      'caution: 1 test file changed',
    ])
  })

  it('of other projects do not count', () => {
    const [web, root] = [{ 'web/test/a.ts': 'a' }, { 'test/a.ts': 'a' }]
    expect(changesBetween({ ...web, ...root }, {}, 'cms')).toEqual([
      'caution: 1 test file is removed or emptied: ../test/a.ts',
    ])
  })
})

describe('other files', () => {
  it('a tsconfig that another one extends counts as well', () => {
    const before: Files = {
      'tsconfig.json': '{ "extends": "./config/base", /* all */ "include": ["a"], }',
      'config/base.json': '{ "compilerOptions": { "strict": true } }',
    }
    const after = { ...before, 'config/base.json': '{ "compilerOptions": { "strict": false } }' }
    expect(changesBetween(before, after)).toEqual([
      'opens: config/base.json: compilerOptions.strict = false; previously true',
      '  it affects which files and which mistakes the type check reports',
    ])
  })

  it.each([
    { compilerOptions: { noCheck: true } },
    { compilerOptions: { strictNullChecks: false } },
    { compilerOptions: { noImplicitAny: false } },
    { compilerOptions: { checkJs: false } },
    { compilerOptions: { unknown: 1 } },
    { include: [] },
    { exclude: ['src'] },
    { files: ['a.ts'] },
    { references: [] },
  ])('tsconfig opens where it decides what is checked: %j', (after) => {
    expect(changesBetween({ 'tsconfig.json': '{}' }, { 'tsconfig.json': json(after) })).toEqual([
      expect.stringMatching(/^opens: tsconfig\.json: /),
      '  it affects which files and which mistakes the type check reports',
    ])
  })

  it.each(['skipLibCheck', 'declarationMap', 'noEmit', 'sourceMap'])('tsconfig with %s is a caution', (option) => {
    const after = json({ compilerOptions: { [option]: true } })
    expect(changesBetween({ 'tsconfig.json': '{}' }, { 'tsconfig.json': after })).toEqual([
      `caution: tsconfig.json: compilerOptions.${option} = true; previously nothing`,
    ])
  })

  it('tsconfig opens where it decides how code is bundled', () => {
    const before = { 'tsconfig.json': '{ "compilerOptions": {} }' }
    const after = { 'tsconfig.json': '{ "extends": "evil", "compilerOptions": { "useDefineForClassFields": false } }' }
    expect(changesBetween(before, after)).toEqual([
      'opens: tsconfig.json: extends = "evil"; previously nothing',
      '  it may affect how code is checked and bundled',
      'opens: tsconfig.json: compilerOptions.useDefineForClassFields = false; previously nothing',
      '  it affects how code is bundled',
    ])
  })

  it('wrangler.toml opens by default; what follows from the config does not count', () => {
    const before = { 'wrangler.toml': 'name = "a"\ncompatibility_date = "2026-01-01"\n' }
    const after = {
      'wrangler.toml': 'name = "b"\ncompatibility_date = "2026-02-01"\nmain = "evil.ts"\n[vars]\nA = "1"\n',
    }
    expect(changesBetween(before, after)).toEqual([
      'opens: wrangler.toml: main = "evil.ts"; previously nothing',
      'caution: wrangler.toml: compatibility_date = "2026-02-01"; previously "2026-01-01"',
    ])
    expect(changesBetween(before, { ...before, 'wrangler.jsonc': '{ "main": "evil.ts" }' })[0]).toMatch(/^opens/)
  })

  it('with no effect on any of this do not count', () => {
    const files: Files = {
      '.github/ISSUE_TEMPLATE/bug.yml': 'a',
      '.github/pull_request_template.md': 'a',
      'README.md': 'a',
      'src/worker.ts': 'a',
      'collections/posts.ts': 'a',
      'docs/x.md': 'a',
    }
    expect(changesBetween({}, files)).toEqual([])
  })
})
