/** How a tenant uses a secret: it serves its certificate, or trusts it. */
export type CertificateUse = 'served' | 'trusted'

/** Key of a secret in which the operator expects the certificate, by use and the type in the reference. */
export const certificateKey = (use: CertificateUse, type: string) => {
  if (type.startsWith('cert-manager.io/')) return use === 'trusted' ? 'ca.crt' : 'tls.crt'
  return type === 'kubernetes.io/tls' ? 'tls.crt' : 'public.crt'
}
