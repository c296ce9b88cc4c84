// Makes a picture of Chromium's smaller, and keeps each of its points: without the alpha channel,
// which is full everywhere, and packed as tightly as zlib can.
const { deflateSync, inflateSync } = require("node:zlib")

// The points of a PNG of 8 bits a channel with an alpha channel, without that.
function points(png) {
  const width = png.readUInt32BE(16), height = png.readUInt32BE(20)
  if (png[24] !== 8 || ![2, 6].includes(png[25]) || png[28] !== 0) return null
  const channels = png[25] === 6 ? 4 : 3
  const parts = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const length = png.readUInt32BE(at)
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + length))
  }
  const packed = inflateSync(Buffer.concat(parts)), row = width * channels
  const all = Buffer.alloc(height * row)
  for (let y = 0; y < height; y += 1) {
    const filter = packed[y * (row + 1)]
    for (let x = 0; x < row; x += 1) {
      const left = x < channels ? 0 : all[y * row + x - channels]
      const up = y ? all[(y - 1) * row + x] : 0
      const corner = y && x >= channels ? all[(y - 1) * row + x - channels] : 0
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]
      all[y * row + x] = packed[y * (row + 1) + 1 + x] + guess
    }
  }
  return { width, height, channels, all }
}

function paeth(left, up, corner) {
  const guess = left + up - corner
  const [a, b, c] = [left, up, corner].map(one => Math.abs(guess - one))
  return a <= b && a <= c ? left : b <= c ? up : corner
}

// The check of a chunk, which older versions of Node cannot compute.
function check(bytes) {
  let sum = 0xFFFFFFFF
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xEDB88320 : sum >>> 1
  }
  return (sum ^ 0xFFFFFFFF) >>> 0
}

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]), length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(check(body))
  return Buffer.concat([length, body, sum])
}

// The same picture in fewer bytes.
exports.smaller = png => {
  const read = points(png)
  if (!read) return png
  const { width, height, channels, all } = read
  const packed = Buffer.alloc(height * (width * 3 + 1))
  for (let y = 0, to = 0; y < height; y += 1) {
    packed[to++] = 0
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * channels
      for (let channel = 0; channel < 3; channel += 1) packed[to++] = all[from + channel]
    }
  }
  const head = Buffer.from(png.subarray(16, 29))
  head[9] = 2
  const made = Buffer.concat([
    png.subarray(0, 8), chunk("IHDR", head),
    chunk("IDAT", deflateSync(packed, { level: 9, memLevel: 9 })), chunk("IEND", Buffer.alloc(0)),
  ])
  return made.length < png.length ? made : png
}
