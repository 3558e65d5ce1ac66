/** What a tenant uses a secret for: it serves the certificate in it, or trusts it. */
export type CertificateUse = 'served' | 'trusted'

/** The key of a secret under which the operator finds a certificate, by use and by the type that the tenant says. */
export const certificateKey = (use: CertificateUse, type: string) => {
  if (type.startsWith('cert-manager.io/')) return use === 'trusted' ? 'ca.crt' : 'tls.crt'
  return type === 'kubernetes.io/tls' ? 'tls.crt' : 'public.crt'
}
