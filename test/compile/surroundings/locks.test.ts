import { describe, expect, it } from 'vitest'
import { changesBetween, type Files, json } from './changes-between.ts'

const ZOD = {
  version: '4.6.7',
  resolved: 'https://registry.npmjs.org/zod/-/zod-4.6.7.tgz',
  integrity: 'sha512-good',
}

const npm = (packages: object, rest: object = {}) => json({ lockfileVersion: 3, ...rest, packages })

/** A lock of each program with zod 4.6.7, changed in the ways that the program allows. */
const LOCKS = {
  'package-lock.json': (zod: object) => npm({ '': { name: 'site' }, 'node_modules/zod': { ...ZOD, ...zod } }),
}

const npmChange = (zod: object, path = 'package-lock.json') =>
  changesBetween({ [path]: LOCKS['package-lock.json']({}) }, { [path]: LOCKS['package-lock.json'](zod) })

describe('a package whose version stays', () => {
  it('with other contents opens', () => {
    expect(npmChange({ integrity: 'sha512-evil' })).toEqual([
      'opens: package-lock.json: the contents of these packages differ, although their version is the same: zod 4.6.7',
    ])
  })

  it('with a hash of a weaker algorithm opens', () => {
    expect(npmChange({ integrity: 'sha1-good' })).toEqual([
      'opens: package-lock.json: the contents of these packages differ, although their version is the same: zod 4.6.7',
    ])
  })

  it('without its hash opens', () => {
    expect(npmChange({ integrity: undefined })).toEqual([
      'opens: package-lock.json: these packages have no hash, so nothing verifies their contents: zod 4.6.7',
    ])
  })

  it.each([
    ['another host', 'https://evil.example/zod/-/zod-4.6.7.tgz', 'evil.example'],
    ['the same host without encryption', 'http://registry.npmjs.org/zod/-/zod-4.6.7.tgz', 'http://registry.npmjs.org'],
    ['the same host, another package', 'https://registry.npmjs.org/zood/-/zood-4.6.7.tgz', undefined],
    ['the same host, another version', 'https://registry.npmjs.org/zod/-/zod-4.6.6.tgz', undefined],
    ['git', 'git+ssh://git@github.com/evil/zod.git#0123456', 'git+ssh://…@github.com/evil/zod.git#0123456'],
    ['a file', 'file:vendor/zod.tgz', undefined],
  ])('from %s opens', (_, resolved, shown = resolved) => {
    expect(npmChange({ resolved })).toEqual([
      `opens: package-lock.json: these packages come from ${shown}; previously from registry.npmjs.org: zod 4.6.7`,
    ])
  })

  it('without its address opens, and as a link', () => {
    expect(npmChange({ resolved: undefined })).toEqual([
      'opens: package-lock.json: these packages come from the configured registry; previously from registry.npmjs.org: zod 4.6.7',
    ])
    expect(npmChange({ resolved: 'packages/zod', link: true, version: undefined, integrity: undefined })).toEqual([
      'opens: package-lock.json: these packages come from the folder packages/zod, which is not a registry: zod link',
      'caution: package-lock.json: 1 package has another version',
      '  zod 4.6.7 → link',
    ])
  })

  it('with another program or dependency opens', () => {
    const reason =
      'the programs, dependencies or conditions of these packages differ, although their version is the same'
    for (const facts of [{ bin: { other: 'evil.js' } }, { dependencies: { evil: '1' } }])
      expect(npmChange(facts)).toContain(`opens: package-lock.json: ${reason}: zod 4.6.7`)
    expect(npmChange({ dev: true, license: 'MIT', funding: 'x' })).toEqual([])
  })

  it('in a file of another format opens, since packages are described in other words', () => {
    const lock = (lockfileVersion: number) => npm({ 'node_modules/zod': ZOD }, { lockfileVersion })
    expect(changesBetween({ 'package-lock.json': lock(2) }, { 'package-lock.json': lock(3) })).toEqual([
      'opens: package-lock.json: the format or the settings of the file have changed: lockfileVersion',
    ])
  })

  it('that stands for another package opens', () => {
    expect(npmChange({ name: 'evil', resolved: 'https://registry.npmjs.org/evil/-/evil-4.6.7.tgz' })).toEqual([
      'opens: package-lock.json: these packages come from the package evil of registry.npmjs.org; previously from registry.npmjs.org: zod 4.6.7',
    ])
  })

  it('in the second list of a lock of version 2 opens', () => {
    const lock = (integrity: string) =>
      npm({ 'node_modules/zod': ZOD }, { lockfileVersion: 2, dependencies: { zod: { ...ZOD, integrity } } })
    expect(
      changesBetween({ 'package-lock.json': lock('sha512-good') }, { 'package-lock.json': lock('sha512-evil') }),
    ).toEqual([
      'opens: package-lock.json: the contents of these packages differ, although their version is the same: zod 4.6.7',
    ])
  })

  it('is named among any number of others', () => {
    const many = (integrity: string) =>
      Object.fromEntries(
        Array.from({ length: 60 }, (_, index) => [
          `node_modules/p${index}`,
          { version: '1.0.0', resolved: `https://registry.npmjs.org/p${index}/-/p${index}-1.0.0.tgz`, integrity },
        ]),
      )
    const [line] = changesBetween(
      { 'package-lock.json': npm(many('sha512-good')) },
      { 'package-lock.json': npm(many('sha512-evil')) },
    )
    expect(line?.match(/p\d+ 1\.0\.0/g)).toHaveLength(60)
  })

  it('in another place is shown there', () => {
    const lock = (top: string, inner: string) =>
      npm({
        'node_modules/zod': { ...ZOD, version: top, resolved: undefined },
        'node_modules/a/node_modules/zod': { ...ZOD, version: inner, resolved: undefined },
      })
    const after = { 'package-lock.json': lock('3.0.0', '4.6.7') }
    expect(changesBetween({ 'package-lock.json': lock('4.6.7', '3.0.0') }, after)).toEqual([
      'caution: package-lock.json: 2 places in the dependency tree get another version of a package',
      '  node_modules/a/node_modules/zod: zod 4.6.7',
      '  node_modules/zod: zod 3.0.0',
    ])
  })
})

describe('programs of packages', () => {
  const NEW = 'packages newly bring these programs, whose names commands use'
  const UNKNOWN = 'these packages may bring programs with any name, because the file does not contain their names'
  const WHY = '  scripts and `npx` prefer programs of packages to those that are installed elsewhere'
  const evil = (bin: object | string, version = '1.0.0') => ({
    'node_modules/evil': {
      version,
      resolved: `https://registry.npmjs.org/evil/-/evil-${version}.tgz`,
      integrity: 'a',
      bin,
    },
  })
  const files = (lock: Files) => ({
    'package.json': json({ dependencies: { evil: '1' }, scripts: { test: 'vitest run', hello: 'CI=1 greet;say' } }),
    '.github/workflows/ci.yml': 'jobs: { a: { steps: [{ run: node_modules/.bin/verify&&audit }] } }',
    ...lock,
  })
  const changes = (before: Files, after: Files) => changesBetween(files(before), files(after))
  const npmLock = (packages: object) => ({ 'package-lock.json': npm({ 'node_modules/zod': ZOD, ...packages }) })

  it.each([
    ['the checks', { cms: 'a.js', node: 'a.js' }, 'cms of evil 1.0.0 and node of evil 1.0.0'],
    ['another case of letters', { Node: 'a.js' }, 'Node of evil 1.0.0'],
    ['a folder before the name', { '../cms': 'a.js' }, 'cms of evil 1.0.0'],
    ['a script', { vitest: 'a.js' }, 'vitest of evil 1.0.0'],
    ['a script that nothing calls', { greet: 'a.js', say: 'a.js' }, 'greet of evil 1.0.0 and say of evil 1.0.0'],
    ['a workflow', { verify: 'a.js', audit: 'a.js' }, 'verify of evil 1.0.0 and audit of evil 1.0.0'],
  ])('open if their names are those of %s', (_, bin, names) => {
    const lines = changes(npmLock({}), npmLock(evil(bin)))
    expect(lines).toEqual([
      `opens: package-lock.json: ${NEW}: ${names}`,
      WHY,
      'caution: package-lock.json: 1 new package',
      '  evil 1.0.0',
    ])
  })

  it('open in a new version that brings them, not in one that had them', () => {
    const [then, now] = [evil({ vitest: 'a.js' }), evil({ vitest: 'b.js', cms: 'b.js' }, '1.1.0')]
    expect(changes(npmLock(then), npmLock(now))[0]).toBe(`opens: package-lock.json: ${NEW}: cms of evil 1.1.0`)
    expect(changes(npmLock(now), npmLock(evil({ vitest: 'c.js' }, '1.2.0')))[0]).toMatch(/^caution/)
  })

  it('with other names are summarized', () => {
    expect(changes(npmLock({}), npmLock(evil({ acorn: 'a.js' })))).toEqual([
      'caution: package-lock.json: 1 new package',
      '  evil 1.0.0',
      'caution: package-lock.json: 1 new program of a package',
      '  acorn of evil 1.0.0',
    ])
  })

  const pnpm = (...packages: string[]) => ({
    'pnpm-lock.yaml': `lockfileVersion: '9.0'\npackages:\n${packages.join('')}`,
  })
  const entry = (name: string) => `  ${name}@1.0.0:\n    resolution: { integrity: a }\n    hasBin: true\n`
  const berry = (bin: string) => ({
    'yarn.lock': `__metadata:\n  version: 8\n\n"evil@npm:1":\n  version: 1.0.0\n  resolution: "evil@npm:1.0.0"\n  checksum: 10c0/a\n${bin}`,
  })
  const bun = (entries: object) => ({ 'bun.lock': json({ lockfileVersion: 1, packages: entries }) })
  it.each([
    ['pnpm', pnpm(entry('a')), pnpm(entry('a'), entry('evil'), entry('b')), `${UNKNOWN}: evil 1.0.0`],
    ['yarn 4', berry(''), berry('  bin:\n    cms: ./evil.js\n'), `${NEW}: cms of evil 1.0.0`],
    [
      'yarn 1',
      { 'yarn.lock': '# yarn lockfile v1\n' },
      { 'yarn.lock': '# yarn lockfile v1\n\nevil@1:\n  version "1.0.0"\n  integrity a\n' },
      `${UNKNOWN}: evil 1.0.0`,
    ],
    ['bun', bun({}), bun({ evil: ['evil@1.0.0', '', { bin: { cms: 'a' } }, 'a'] }), `${NEW}: cms of evil 1.0.0`],
    ['bun, a folder', bun({}), bun({ evil: ['evil@1.0.0', '', { binDir: 'a' }, 'a'] }), `${UNKNOWN}: evil 1.0.0`],
  ])('open in a lock file of %s', (_, before, after, message) => {
    const lines = changes(before, after)
    expect(lines).toContain(`opens: ${Object.keys(after)[0]}: ${message}`)
  })

  it('that cannot be known open where a package.json newly names a package', () => {
    const before = { ...pnpm(entry('evil')), 'package.json': '{}' }
    const after = { 'pnpm-lock.yaml': `${pnpm(entry('evil'))['pnpm-lock.yaml']}\n` }
    expect(changes(before, after)).toContain(`opens: pnpm-lock.yaml: ${UNKNOWN}: evil 1.0.0`)
  })

  it('stay the same where another package manager wrote the file', () => {
    const yarn = '# yarn lockfile v1\n\nevil@1:\n  version "1.0.0"\n  integrity a\n'
    const lines = changes({ 'package-lock.json': npm(evil({ vitest: 'a.js' })) }, { 'yarn.lock': yarn })
    expect(lines.join('\n')).not.toContain(UNKNOWN)
  })
})

describe('versions', () => {
  const packages = (version: string) =>
    Object.fromEntries(
      Array.from({ length: 14 }, (_, index) => [
        `node_modules/p${index}`,
        {
          version,
          resolved: `https://registry.npmjs.org/p${index}/-/p${index}-${version}.tgz`,
          integrity: `sha512-${version}`,
        },
      ]),
    )

  it('are summarized', () => {
    const [line, ...notes] = changesBetween(
      { 'package-lock.json': npm(packages('1.0.0')) },
      { 'package-lock.json': npm(packages('1.1.0')) },
    )
    expect(line).toBe('caution: package-lock.json: 14 packages have another version')
    expect(notes[0]).toBe('  p0 1.0.0 → 1.1.0')
    expect(notes.at(-1)).toBe('  and 4 more packages')
  })

  it('that are new open if they come from elsewhere, have no hash, or run a script', () => {
    const added = {
      'node_modules/a': {
        version: '1.0.0',
        resolved: 'https://npm.other.example/a/-/a-1.0.0.tgz',
        integrity: 'sha512-a',
      },
      'node_modules/b': { version: '1.0.0', resolved: 'https://registry.npmjs.org/b/-/b-1.0.0.tgz' },
      'node_modules/c': { ...ZOD, version: '1.0.0', resolved: undefined, hasInstallScript: true },
    }
    expect(
      changesBetween(
        { 'package-lock.json': npm({ 'node_modules/zod': ZOD }) },
        { 'package-lock.json': npm({ 'node_modules/zod': ZOD, ...added }) },
      ),
    ).toEqual([
      'opens: package-lock.json: these packages come from the registry npm.other.example, which no package came from before: a 1.0.0',
      'opens: package-lock.json: these packages have no hash, so nothing verifies their contents: b 1.0.0',
      'opens: package-lock.json: these packages run a script when they are installed, and did not before: c 1.0.0',
      'caution: package-lock.json: 3 new packages',
      '  a 1.0.0',
      '  b 1.0.0',
      '  c 1.0.0',
    ])
  })
})

describe('a lock file', () => {
  const lock = npm({ 'node_modules/zod': ZOD })

  it('beside another one opens', () => {
    const evil = npm({ 'node_modules/zod': { ...ZOD, integrity: 'sha512-evil' } })
    expect(
      changesBetween({ 'package-lock.json': lock }, { 'package-lock.json': lock, 'npm-shrinkwrap.json': evil }),
    ).toEqual([
      'opens: npm-shrinkwrap.json: the file is new, and package managers may read it instead of package-lock.json',
      'opens: npm-shrinkwrap.json: the contents of these packages differ, although their version is the same: zod 4.6.7',
      'caution: npm-shrinkwrap.json: the file is new',
    ])
  })

  it('that is removed opens', () => {
    expect(changesBetween({ 'package-lock.json': lock }, {})).toEqual([
      'opens: package-lock.json: the file is removed: versions of packages are no longer pinned',
    ])
  })

  it.each([
    ['of no JSON', 'package-lock.json', '{', 'it is not valid JSON'],
    ['that repeats a name', 'package-lock.json', '{"packages":{},"packages":{}}', 'it repeats the name of a key'],
    ['of bytes', 'bun.lockb', 'x', 'it is binary: `bun install --save-text-lockfile` converts it to text'],
    ['in another encoding', 'yarn.lock', new Uint8Array([0xff, 0xfe, 0]), 'it is not text in UTF-8'],
  ])('%s opens', (_, path, after, reason) => {
    expect(changesBetween({ [path]: path === 'bun.lockb' ? 'y' : lock }, { [path]: after })).toEqual([
      `opens: ${path} has changed, but cannot be compared: ${reason}`,
    ])
  })

  it('with other line ends, or a byte order mark, is the same', () => {
    const after = `\uFEFF${lock.replaceAll('\n', '\r\n')}`
    expect(changesBetween({ 'package-lock.json': lock }, { 'package-lock.json': after })).toEqual([])
  })

  it('of another program shows only what comes from elsewhere', () => {
    const pnpm = (integrity: string) => `lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      zod: { specifier: ^4, version: 4.6.7 }
packages:
  zod@4.6.7:
    resolution: { integrity: ${integrity} }
`
    const change = (integrity: string) =>
      changesBetween({ 'package-lock.json': lock }, { 'pnpm-lock.yaml': pnpm(integrity) })
    expect(change('sha512-good')).toEqual([
      'caution: package-lock.json: the file is removed',
      'caution: pnpm-lock.yaml: the file is new',
    ])
    expect(change('sha512-evil')).toContain(
      'opens: pnpm-lock.yaml: the contents of these packages differ, although their version is the same: zod 4.6.7',
    )
  })
})

describe('pnpm', () => {
  const pnpm = (resolution: string, version = '4.6.7') => `lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      zod: { specifier: ^4, version: ${version} }
packages:
  zod@4.6.7:
    resolution: ${resolution}
snapshots:
  zod@4.6.7: {}
`
  const change = (...after: [string, string?]) =>
    changesBetween({ 'pnpm-lock.yaml': pnpm('{integrity: sha512-good}') }, { 'pnpm-lock.yaml': pnpm(...after) })

  it.each([
    [
      'contents',
      '{integrity: sha512-evil}',
      'the contents of these packages differ, although their version is the same: zod 4.6.7',
    ],
    ['no hash', '{}', 'these packages have no hash, so nothing verifies their contents: zod 4.6.7'],
    [
      'address',
      '{integrity: sha512-good, tarball: https://evil.example/zod.tgz}',
      'these packages come from https://evil.example/zod.tgz; previously from the configured registry: zod 4.6.7',
    ],
    [
      'repository',
      '{type: git, repo: https://evil.example/zod.git, commit: 0123}',
      'these packages come from {"type":"git","repo":"https://evil.example/zod.git","commit":"0123"}; previously from the configured registry: zod 4.6.7',
    ],
  ])('with another %s opens', (_, resolution, message) => {
    expect(change(resolution)).toContain(`opens: pnpm-lock.yaml: ${message}`)
  })

  it.each(['link:packages/zod', 'file:vendor/zod.tgz'])('that installs %s opens', (version) => {
    expect(change('{integrity: sha512-good}', version)).toContain(
      `opens: pnpm-lock.yaml: these packages come from ${version}, which is not a registry: zod ${version}`,
    )
  })

  it('that installs another package under the name opens', () => {
    expect(change('{integrity: sha512-good}', 'evil@4.6.7').join('\n')).toContain(
      'the package evil of the configured registry',
    )
  })

  it('with an anchor and a repeated name cannot be compared', () => {
    const twice = pnpm('{integrity: sha512-good}').replace(
      'snapshots:',
      '  zod@4.6.7:\n    resolution: {integrity: sha512-evil}\nsnapshots:',
    )
    expect(changesBetween({ 'pnpm-lock.yaml': pnpm('{integrity: sha512-good}') }, { 'pnpm-lock.yaml': twice })).toEqual(
      ['opens: pnpm-lock.yaml has changed, but cannot be compared: it repeats the name of a key'],
    )
  })
})

describe('yarn', () => {
  const classic = (zod: string) => `# yarn lockfile v1


zod@^4.0.0, zod@^4.6.0:
  version "4.6.7"
${zod}
  dependencies:
    left-pad "^1.0.0"
`
  const berry = (zod: string) => `__metadata:
  version: 8
  cacheKey: 10c0

"zod@npm:^4.0.0":
  version: 4.6.7
${zod}
  languageName: node
  linkType: hard
`
  const GOOD =
    '  resolved "https://registry.yarnpkg.com/zod/-/zod-4.6.7.tgz#0123456789012345678901234567890123456789"\n  integrity sha512-good'

  it.each([
    [
      'contents',
      GOOD.replace('good', 'evil'),
      'the contents of these packages differ, although their version is the same: zod 4.6.7',
    ],
    [
      'a host',
      GOOD.replace('registry.yarnpkg.com', 'evil.example'),
      'these packages come from evil.example; previously from registry.yarnpkg.com: zod 4.6.7',
    ],
    [
      'no address',
      '  integrity sha512-good',
      'these packages come from the configured registry; previously from registry.yarnpkg.com: zod 4.6.7',
    ],
  ])('of version 1 with another %s opens', (_, after, message) => {
    expect(changesBetween({ 'yarn.lock': classic(GOOD) }, { 'yarn.lock': classic(after) })).toEqual([
      `opens: yarn.lock: ${message}`,
    ])
  })

  it.each([
    [
      'contents',
      '  resolution: "zod@npm:4.6.7"\n  checksum: 10c0/evil',
      'the contents of these packages differ, although their version is the same: zod 4.6.7',
    ],
    [
      'package',
      '  resolution: "evil@npm:4.6.7"\n  checksum: 10c0/good',
      'these packages come from the package evil of the configured registry; previously from the configured registry: zod 4.6.7',
    ],
    [
      'source',
      '  resolution: "zod@https://evil.example/zod.tgz"\n  checksum: 10c0/good',
      'these packages come from https://evil.example/zod.tgz; previously from the configured registry: zod 4.6.7',
    ],
    [
      'source, the workspace',
      '  resolution: "zod@workspace:packages/zod"',
      'these packages come from workspace:packages/zod; previously from the configured registry: zod 4.6.7',
    ],
  ])('of version 2 with another %s opens', (_, after, message) => {
    const before = berry('  resolution: "zod@npm:4.6.7"\n  checksum: 10c0/good')
    expect(changesBetween({ 'yarn.lock': before }, { 'yarn.lock': berry(after) })).toEqual([
      `opens: yarn.lock: ${message}`,
    ])
  })
})

describe('bun', () => {
  const bun = (...entry: unknown[]) => `{
  "lockfileVersion": 1,
  "workspaces": { "": { "name": "site", }, },
  "packages": { "zod": ${JSON.stringify(entry)}, },
}
`
  const GOOD = ['zod@4.6.7', '', {}, 'sha512-good']

  it.each([
    [
      'contents',
      ['zod@4.6.7', '', {}, 'sha512-evil'],
      'the contents of these packages differ, although their version is the same: zod 4.6.7',
    ],
    [
      'host',
      ['zod@4.6.7', 'https://evil.example/', {}, 'sha512-good'],
      'these packages come from evil.example; previously from the configured registry: zod 4.6.7',
    ],
    [
      'package',
      ['evil@4.6.7', '', {}, 'sha512-good'],
      'these packages come from the package evil of the configured registry; previously from the configured registry: zod 4.6.7',
    ],
    [
      'source',
      ['zod@workspace:packages/zod'],
      'these packages come from workspace:packages/zod, which is not a registry: zod workspace:packages/zod',
    ],
  ])('with another %s opens', (_, after, message) => {
    expect(changesBetween({ 'bun.lock': bun(...GOOD) }, { 'bun.lock': bun(...after) })).toContain(
      `opens: bun.lock: ${message}`,
    )
  })
})
