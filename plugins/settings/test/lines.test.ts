import { assert, test } from '../../../test/lib/suite.ts'
import type { SettingsBackend } from '../backend.ts'
import { readLines, withoutSecrets, writeLine } from '../lines.ts'
import { compare, exportText } from '../import-export.ts'

const line = (text: string) => readLines(text).lines[0]

test('lines are parsed as a storage server writes them and written as it reads them', () => {
  assert.equal(line('api requests_max=0 cors_allow_origin="*" comment=""'), {
    section: 'api',
    target: '_',
    values: { requests_max: '0', cors_allow_origin: '*', comment: '' },
  })
  assert.equal(line('audit_webhook:sink endpoint=http://h/ comment="who = reads; this"')?.values, {
    endpoint: 'http://h/',
    comment: 'who = reads; this',
  })
  assert.equal(line(`notify_postgres:a connection_string="host=h password='x y' dbname=d" table=t`)?.values, {
    connection_string: "host=h password='x y' dbname=d",
    table: 't',
  })
  assert.equal(line('api comment="a "quoted" word" requests_max=5')?.values, {
    comment: 'a "quoted" word',
    requests_max: '5',
  })
  assert.equal(line('api'), { section: 'api', target: '_', values: {} })
  const all = {
    section: 'audit_webhook',
    target: 'sink',
    values: { endpoint: 'http://h/', comment: 'a = b', enable: 'off' },
  }
  assert.equal(line(writeLine(all)), all)
})

test('comments are skipped, and an invalid line is reported by its number', () => {
  assert.equal(readLines('# MINIO_API=1\n\nthis is none\napi a=1\n"x"\napi a=1 b\n'), {
    lines: [{ section: 'api', target: '_', values: { a: '1' } }],
    unreadable: [3, 5, 6],
  })
})

test('parsing time depends only on the length of a line', () => {
  // with these lengths a parser with quadratic time would not finish
  for (const text of [
    `api ${'a="x"y '.repeat(1_000_000)}`,
    `api a=${'"'.repeat(4_000_000)}`,
    `api a="${'" '.repeat(2_000_000)}x`,
    `api ${'a'.repeat(4_000_000)}`,
  ])
    readLines(text)
})

test('a displayed line masks secrets by key and in texts that contain them', () => {
  const masked = withoutSecrets({
    section: 'notify_mysql',
    target: 'a',
    values: { dsn_string: 'me:secret@tcp(h:1)/d', auth_token: 'secret', token: '' },
  })
  assert.equal(masked, {
    section: 'notify_mysql',
    target: 'a',
    values: { dsn_string: 'me:••••••••@tcp(h:1)/d' },
    secrets: ['auth_token'],
  })
})

test('an export excludes and counts secrets, and never contains the registration of a server', () => {
  const all = [
    { section: 'audit_webhook', target: 'a', values: { endpoint: 'http://h/', auth_token: 'marked' } },
    { section: 'subnet', target: '_', values: { license: 'marked', api_key: 'marked' } },
  ]
  assert.equal(exportText(all, 'omitted'), {
    text: '# left out of the next line: auth_token\naudit_webhook:a endpoint="http://h/"\n',
    omittedSecrets: 1,
  })
  const { text } = exportText(all, 'included')
  assert.match(text, /auth_token="marked"/)
  assert.not.match(text, /subnet/)
})

test('a text with too many lines is refused before any request', async () => {
  const unusedBackend = {} as SettingsBackend
  const error = await compare(unusedBackend, 'api a=1\n'.repeat(501)).then(
    () => undefined,
    (reason: Error) => reason,
  )
  assert.match(error?.message ?? '', /at most 500 lines/)
})
