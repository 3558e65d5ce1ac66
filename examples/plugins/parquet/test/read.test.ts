import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Failure } from 'stowage'
import { loadCompressors } from '../codecs.ts'
import { readParquet } from '../read.ts'
import { decimalText } from '../values.ts'

/** A file written by pyarrow. */
const fileOf = (name: string) => readFileSync(`test/data/${name}.parquet`)

const rowsOf = (data: Buffer, rowLimit = 500) =>
  readParquet(async (start, end) => new Uint8Array(data.subarray(start, end)), data.length, rowLimit)

test('values of a Parquet file are shown exactly as stored', async () => {
  const { names, rows, all } = await rowsOf(fileOf('values'))
  assert.equal(all, 4)
  assert.deepEqual(Object.fromEntries(names.map((name, at) => [name, rows.map((row) => row[at])])), {
    price: ['0.57', '19.99', '-1.15', ''],
    wide: ['12345678901234567890.12', '12.30', '-0.01', ''],
    tiny: ['0.0000001', '-0.0000001', '1.0000000', ''],
    time: ['01:02:03.000000', '00:00:00.000000', '23:59:59.999999', ''],
    millis: ['01:02:03.004', '00:00:00.000', '00:00:00.001', ''],
    nanos: ['2026-01-02T03:04:05.123456789Z', '1969-12-31T23:59:59.999999999Z', '1970-01-01T00:00:00.000000000Z', ''],
    local: ['2026-01-02T03:04:05.123456', '1969-12-31T23:59:59.999999', '1970-01-01T00:00:00.000000', ''],
    day: ['2026-01-02', '1969-12-31', '1970-01-01', ''],
    // one value is not text, so the whole column is shown as bytes
    bytes: ['0xdeadbeef', '0x616263', '0x', ''],
    letters: ['plain', 'abc', '', ''],
    text: ['Köln', '', 'a,b', ''],
    i64: ['9007199254740993', '-1', '0', ''],
    u64: ['18446744073709551615', '1', '0', ''],
    u32: ['4294967295', '1', '0', ''],
    float: ['0.1', '-0', '100000000000000000000', ''],
    half: ['1.5', '-2', '0', ''],
    double: ['0.1', '1e-7', 'NaN', ''],
    flag: ['true', 'false', 'true', ''],
    ['__proto__']: ['own', '', 'x', 'y'],
    list: ['[0.57,null]', '[]', '', '[1.10]'],
    map: ['{"b":1,"a":2}', '{}', '', '{"10":3}'],
    struct: [
      '{"at":"01:02:03.000000","__proto__":"p"}',
      '',
      '{"at":null,"__proto__":null}',
      '{"at":"00:00:00.000000","__proto__":"\\"q\\""}',
    ],
  })
  assert.deepEqual((await rowsOf(fileOf('int96'))).rows.slice(0, 2), [
    ['2026-01-02T03:04:05.123456789'],
    ['1969-12-31T23:59:59.999999999'],
  ])
})

test('a decimal has as many fraction digits as its scale', () => {
  assert.equal(decimalText(0n, 2), '0.00')
  assert.equal(decimalText(-5n, 3), '-0.005')
  assert.equal(decimalText(1234n, 0), '1234')
})

test('a Parquet file with any codec shows its rows', async () => {
  for (const codec of ['snappy', 'gzip', 'brotli', 'zstd', 'lz4']) {
    const { rows, all } = await rowsOf(fileOf(codec), 30)
    assert.equal(all, 40, codec)
    assert.equal(rows.length, 30, codec)
    assert.deepEqual(rows[29], ['the same words '.repeat(20), '29'], codec)
  }
})

test('an unsupported codec fails with an error that names it', async () => {
  const failure = await loadCompressors(new Set(['LZO']), 1).catch((error: unknown) => error)
  assert.ok(failure instanceof Failure)
  assert.match(failure.message, /compression, LZO/)
})

test('a page that claims to be larger than the limit is not decompressed', async () => {
  const { GZIP } = await loadCompressors(new Set(['GZIP']), 1000)
  assert.throws(() => GZIP?.(new Uint8Array(10), 1001), /too large/)
})

test('a damaged Parquet file fails with a message of the console for every kind of damage', async () => {
  for (const name of ['values', 'zstd', 'gzip', 'brotli', 'lz4', 'snappy']) {
    const content = fileOf(name)
    const damaged = [content.subarray(0, 20), content.subarray(0, -1), Buffer.from('PAR1PAR1'), content.subarray(100)]
    for (let at = 0; at < content.length; at += 37) {
      const copy = Buffer.from(content)
      copy[at] = (copy[at] ?? 0) ^ 0x55
      damaged.push(copy)
    }
    for (const data of damaged)
      await rowsOf(data).catch((error: unknown) => {
        assert.ok(error instanceof Failure, String(error))
        assert.doesNotMatch(error.message, /parquet |undefined|thrift|offset/)
      })
  }
})
