import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

// loaded before a console under test: hashing its secrets would take a tenth of a run; the real cost has a separate
// test
const { scrypt } = crypto
crypto.scrypt = (secret, salt, length, { maxmem }, done) =>
  scrypt(secret, salt, length, { N: 2, r: 1, p: 1, maxmem }, done)
syncBuiltinESMExports()
