/** Signing key of the tests' identity provider: RSA with 2,048 bits, as a JWK. */
export const signingKey = {
  kty: 'RSA',
  n:
    '7FZnvddt8Ra6BKoGh7gvGf0F9YlT6mV58w5vp4gDtztA8q7vYa7TWI2PsYmYerJPqtZrODVNMdCPIYKLjHB7GhPGAfS39neVtg47qJo50eCFBq' +
    'RsqRNrThqdeWS_d89ogAEN2er7vtPC9_hdgtUTRFwhXvOPbm2cvXWwaOiubgayW_zZwKumVZlW1yV5gCvANT7hOJIWntT_QN2xbQ8xrsXpRFjX' +
    'xRs9BWrEMjiYH052qN8xvzgWwaZ1-setClB8MDjtCRklJUf6YRTZhnp72EjIlxaeU88BTMp4flXuqPTEGZzsFade-F0otDWVQPjL187WTndFN4' +
    'NLQDU_AzQmPQ',
  e: 'AQAB',
  d:
    'Kj0zI2HaW2lla6n7qswHVwy6wOx_W_gw-HjPCdEsYNYtQHJ1hC7bxQrf8KoX3235AR57YTtdhZaxzhpn2HzN85YvIHBdZKZw0m3uya5uwQzwmY' +
    'RPi1RWLEpjdKvF8KLYGXCWyijOP4fXY7w28kgkvmX87Nx4-RKMHexn0AguDKm7zpg1Wu6jkOEQk-8k9AjMH4g2BbYbxIuCLyxy1ydzYToor-Ry' +
    'o-YO2F2PrsBQdZELdCfrGsajyPrie2ipusQ-QTdnXQp2ghJmrbaSxUpZ9U795Jqg0OhxQxTMwXOBfQVhGe4Iiwdbpf6iYdegYQF3Teus7ZstAt' +
    'ZvWoqTLKGmYQ',
  p:
    '-TOXzK2SouqjePSZIOdSV1ALO4aN7C7sYUYE9fuVY2RVF5oD-l_RSTWTFZmVNu8n9uj2lTpwHlUqalOIYbn9GHVjFcrMHh36bV-7ARDMi0RB7o' +
    'RgobWS4G203euoJIw_NulpjlPEXeiARrwtxpIFcrAjdVTF4pYG49bK_GDctMU',
  q:
    '8sj4iW636viu49-gJm76fxJvvUIF4cX4xk-tkPEhc7RX56xcdYcxuDkXp1VMvNVIo0Ln3NNswLiSnNvJOYkQjaPDRbdMwNCvxwI91l1OqezOoj' +
    'fEckHuXF-_6OZLX3yd0CuboZNKskNfEixEK0B4up_g0fcLylDONP2I_wHKcxk',
  dp:
    '1azZYlUKQMs0NEh27HGsdtVZbEbpdjSd1qJ1Kn34D-s90yjqdEqoZz-ayJCSEzJpcBs9I6Oh80BPSDAr5q_VRp2QwmTLNJ-71QCalkVTPa7fYa' +
    'b8PGw2bl1jEk44NG5U3b6yFanZ3DO5me1MytD1_urs3HQ94RWG_uFz14cud4k',
  dq:
    '0jQaq7MG3hQuJ_GoUV5o17h4sl4FhbLIb7rwxbtggTM1oMpkywUgkSYtSp3Z8OyhFWmKInGTiVDE77aDhKMdh-Sv3x6S_6YvapiQPZdP0mPLjD' +
    'vIhDx9SdFE8TrjK2tTn7cB6mUCmVEncS6OXvxVCw_9sQy6UpKf1tVk1ZURWZE',
  qi:
    'v3d5E9b6a0eV34qfbdVApKk9tuchVmFvA55c89xTbexTTzd3-WL3tIn3qQcFWUuHf1mNemT95LMh_O1TgdPSWRp7E0-7LON2AR3_2F5UiIz17X' +
    'tdzHHIn7AJEhikcRWMQf95XUt32pDqqpI5EhDUZEXcfy5C5gdHCctdEWT6Dz8',
  alg: 'RS256',
  use: 'sig',
  kid: 'test',
}
