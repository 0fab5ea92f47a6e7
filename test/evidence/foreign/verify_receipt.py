"""Verifies a receipt and its proof by Python's standard library alone.

Reads {"jws", "proof", "x", "vkey"} as JSON, x in base64url; exits with 0 where all of it holds.
Ed25519 is that of RFC 8032, section 6, in its plain form: slow, and short enough to be read.
"""

import base64
import hashlib
import json
import sys

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
I = pow(2, (P - 1) // 4, P)


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def sha512_int(*parts):
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


def add(p, q):
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c = 2 * p[3] * q[3] * D % P
    d = 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(s, p):
    q = (0, 1, 1, 0)
    while s > 0:
        if s & 1:
            q = add(q, p)
        p = add(p, p)
        s >>= 1
    return q


def point(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    assert y < P, "point"
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P != 0:
        x = x * I % P
    assert (x * x - x2) % P == 0 and not (x == 0 and sign), "point"
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


G = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(key, message, signature):
    if len(signature) != 64:
        return False
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    if s >= L:
        return False
    h = sha512_int(r, key, message) % L
    a, b = times(s, G), add(point(r), times(h, point(key)))
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def std(text):
    return base64.b64decode(text, validate=True)


def verify(jws, proof, x, vkey):
    head, claims, signature = jws.split(".")
    header = json.loads(url(head))
    assert header["alg"] == "EdDSA" and header["typ"] == "interline-receipt+jwt", "head"
    assert is_signed(url(x), f"{head}.{claims}".encode(), url(signature)), "signature"

    lines, note = proof.split("\n\n", 1)
    magic, extra, index, *path = lines.split("\n")
    text, signatures = note.split("\n\n", 1)
    text += "\n"
    origin, size, root = text.rstrip("\n").split("\n")
    name, key_id, key = vkey.split("+", 2)
    line = next(one for one in signatures.split("\n") if one.startswith(f"\u2014 {name} "))
    signed = std(line.split(" ")[2])
    assert magic == "c2sp.org/tlog-proof@v1" and origin == name, "checkpoint"
    assert sha256(f"{name}\n".encode(), std(key))[:4].hex() == key_id == signed[:4].hex(), "key"
    assert is_signed(std(key)[1:], text.encode(), signed[4:]), "checkpoint"

    at, last = int(index.removeprefix("index ")), int(size) - 1
    assert at <= last, "index"
    salt = std(extra.removeprefix("extra "))
    found = sha256(b"\0interline-receipt/v1\n", sha256(salt, jws.encode()))
    for sibling in map(std, path):
        assert len(sibling) == 32 and last > 0, "proof"
        if at & 1 or at == last:
            found = sha256(b"\1", sibling, found)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            found = sha256(b"\1", found, sibling)
        at, last = at >> 1, last >> 1
    assert last == 0 and base64.b64encode(found).decode() == root, "not in the log"


verify(**json.load(sys.stdin))
