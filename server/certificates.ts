import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createSecureContext, rootCertificates } from 'node:tls'
import { StartError } from '../engines/start-error.ts'
import {
  certificateUnreadable,
  certificateKeyMismatch,
  keyOfOtherCertificate,
  noCertificateIn,
  noPrivateKeyIn,
  privateKeyEncrypted,
  privateKeyMissing,
  certificateMissing,
  certsFolderMissing,
} from './messages.ts'

/** The server's certificate chain and key, both PEM. */
export type TlsKeyPair = { cert: string; key: string }

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') return undefined
    throw new StartError(`${path} cannot be read (${code})`)
  }
}

const assertKeyBelongs = ({ cert, key }: TlsKeyPair, folder: string) => {
  const [certFile, keyFile] = [join(folder, 'public.crt'), join(folder, 'private.key')]
  if (!/-----BEGIN (\w+ )?CERTIFICATE-----/.test(cert)) throw new StartError(noCertificateIn(certFile))
  if (!/-----BEGIN (\w+ )?PRIVATE KEY-----/.test(key)) throw new StartError(noPrivateKeyIn(keyFile))
  if (/-----BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED/m.test(key)) throw new StartError(privateKeyEncrypted(keyFile))
  try {
    createSecureContext({ cert, key })
    // a secure context accepts a key of another algorithm than the certificate's
    if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) throw new Error(keyOfOtherCertificate)
  } catch (error) {
    throw new StartError(certificateKeyMismatch(folder, (error as Error).message))
  }
}

/** Reads `public.crt` and `private.key` of a certificates folder; `undefined` if it has neither. */
export const readTlsKeyPair = (folder: string): TlsKeyPair | undefined => {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new StartError(certsFolderMissing(folder))
  const [cert, key] = [read(join(folder, 'public.crt')), read(join(folder, 'private.key'))]
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined) throw new StartError(certificateMissing(folder))
  if (key === undefined) throw new StartError(privateKeyMissing(folder))
  assertKeyBelongs({ cert, key }, folder)
  return { cert, key }
}

/** Expiration of the server's certificate, in ms since 1970. */
export const expiryOf = ({ cert }: Pick<TlsKeyPair, 'cert'>): number => Date.parse(new X509Certificate(cert).validTo)

const certificatesOf = (text: string, path: string) => {
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    for (const certificate of found) new X509Certificate(certificate)
  } catch {
    throw new StartError(certificateUnreadable(path))
  }
  return found
}

const certificatesIn = (path: string) => certificatesOf(read(path) ?? '', path)

const withRootCertificates = (own: readonly string[]) => (own.length > 0 ? [...rootCertificates, ...own] : undefined)

/** Parses certificate authorities from a text; `name` is used in errors. */
export const parseAuthorities = (text: string, name: string): string[] | undefined =>
  withRootCertificates(certificatesOf(text, name))

/** Files at these paths, or directly in these folders. */
const filesAt = (paths: readonly string[]) =>
  paths
    .flatMap((path) => {
      const stat = statSync(path, { throwIfNoEntry: false })
      return stat?.isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path]
    })
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())

/**
 * Reads certificate authorities to trust in addition to the system's, from PEM files or folders of them. `undefined` if
 * there are none, so that Node's own list is used.
 */
export const readAuthorities = (paths: readonly string[]): string[] | undefined =>
  withRootCertificates(filesAt(paths).flatMap(certificatesIn))

/** Files of a folder of authorities without a certificate in PEM format. */
export const filesWithoutCertificate = (folder: string): string[] =>
  filesAt([folder]).filter((file) => certificatesIn(file).length === 0)
