/** Where tenants, each named `namespace/name`, are compared; the second one may be chosen there. */
export const comparePlace = (one = '', other = '') =>
  `/tenants/compare?one=${encodeURIComponent(one)}${other && `&other=${encodeURIComponent(other)}`}`
