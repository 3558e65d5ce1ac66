import { assert, test } from '../../../test/lib/suite.ts'
import { readLine, readMetrics } from '../backend/history/prometheus-text.ts'

test('a line has name, labels and value', () => {
  assert.equal(readLine('minio_cluster_nodes_online_total{server="127.0.0.1:9000"} 4'), {
    name: 'minio_cluster_nodes_online_total',
    labels: { server: '127.0.0.1:9000' },
    value: 4,
  })
  assert.equal(readLine('a{x="1",y="two, three"} 1.5e+11 1700000000000'), {
    name: 'a',
    labels: { x: '1', y: 'two, three' },
    value: 1.5e11,
  })
  assert.equal(readLine('up 1'), { name: 'up', labels: {}, value: 1 })
  assert.equal(readLine('empty{} 2'), { name: 'empty', labels: {}, value: 2 })
})

test('labels may contain quotes, braces, spaces, backslashes and line breaks', () => {
  assert.equal(readLine('a{path="C:\\\\x \\"y\\" {z} =\\"",next="one\\ntwo\\\\"} 3')?.labels, {
    path: 'C:\\x "y" {z} ="',
    next: 'one\ntwo\\',
  })
})

test('special values are parsed as in Prometheus', () => {
  assert.is(readLine('a +Inf')?.value, Infinity)
  assert.is(readLine('a -Inf')?.value, -Infinity)
  assert.ok(Number.isNaN(readLine('a NaN')?.value))
})

test('samples that are not finite are dropped', async () => {
  const samples = await readMetrics('free NaN\nused +Inf\ntotal 3\n')
  assert.equal(samples, [{ name: 'total', labels: {}, value: 3 }])
})

test('comments, blank and truncated lines give no samples', () => {
  for (const line of [
    '',
    '# HELP a b',
    '# TYPE a counter',
    'a',
    'a{b="c"',
    'a{b="c} 1',
    'a{b} 1',
    '{"error":"denied"}',
    'a one',
  ])
    assert.is(readLine(line), undefined, line)
})

test('a text of 5 MB is parsed completely without blocking the event loop', async () => {
  const line = (index: number) =>
    `minio_bucket_usage_total_bytes{bucket="bucket-${index}",server="server-${index % 16}.example:9000"} ${index}\n`
  let text = '# HELP minio_bucket_usage_total_bytes Total bucket size in bytes\n'
  let lines = 0
  for (; text.length < 5_000_000; lines += 1) text += line(lines)
  let ticks = 0
  let over = false
  const turn = () => {
    ticks += 1
    if (!over) setImmediate(turn)
  }
  setImmediate(turn)
  const samples = await readMetrics(text)
  over = true
  assert.is(samples.length, lines)
  assert.is(samples.at(-1)?.value, lines - 1)
  assert.ok(ticks >= 5, `others had ${ticks} turns`)
})
