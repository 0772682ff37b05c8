/** Pictures that broadcasts of the screens are made of, as SVG: large ones over which a camera moves. */

const page = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`

/** Numbers from 0 to 1, the same at each run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const gradient = (id: string, stops: readonly [number, string][], direction = 'x2="0" y2="1"') =>
  `<linearGradient id="${id}" x1="0" y1="0" ${direction}>${stops
    .map(([offset, colour]) => `<stop offset="${offset}" stop-color="${colour}"/>`)
    .join('')}</linearGradient>`

/** A coast at sunset: ridges behind each other, the sun, and its path on the sea. 2000 × 900. */
export function coastPicture(): string {
  const random = createRandom(7)
  const ridge = (base: number, height: number, colour: string) => {
    const waves = Array.from(
      { length: 6 },
      (_, index) => [(index + 1) ** 1.6, random() * 6.3, 1 / (index + 1)] as const,
    )
    const points = Array.from({ length: 201 }, (_, index) => {
      const at = index / 32
      const rise = waves.reduce((sum, [speed, phase, size]) => sum + Math.sin(at * speed + phase) * size, 0)
      return `${index * 10},${(base - height * (1 + rise / 2.2)).toFixed(1)}`
    })
    return `<polygon fill="${colour}" points="0,900 ${points.join(' ')} 2000,900"/>`
  }
  const glints = Array.from({ length: 150 }, () => {
    const depth = random() ** 1.4
    const width = 20 + depth * 170 * random()
    const x = 1180 + (random() - 0.5) * (90 + depth * 420) - width / 2
    return `<rect x="${x}" y="${592 + depth * 250}" width="${width}" height="${1.5 + depth * 4}" rx="2" fill="#ffd9a0" opacity="${0.75 - depth * 0.45}"/>`
  })
  const stars = Array.from(
    { length: 70 },
    () =>
      `<circle cx="${random() * 2000}" cy="${random() * 230}" r="${0.6 + random()}" fill="#fff" opacity="${0.2 + random() * 0.5}"/>`,
  )
  const birds = [
    [860, 250],
    [905, 232],
    [950, 262],
    [1400, 210],
  ].map(([x, y]) => `<path d="M${x} ${y}q11 -12 20 0q9 -12 20 0" fill="none" stroke="#2b1a33" stroke-width="3"/>`)
  return page(
    2000,
    900,
    `<defs>${gradient('sky', [
      [0, '#1d1b4b'],
      [0.34, '#6b2f78'],
      [0.52, '#e0566b'],
      [0.66, '#ffb35c'],
    ])}${gradient('sea', [
      [0, '#f08b5b'],
      [0.25, '#8b3f74'],
      [1, '#1a1740'],
    ])}
    <radialGradient id="glow"><stop offset="0" stop-color="#fff3c4" stop-opacity=".95"/><stop offset=".25" stop-color="#ffc978" stop-opacity=".55"/><stop offset="1" stop-color="#ff9b5c" stop-opacity="0"/></radialGradient></defs>
    <rect width="2000" height="900" fill="url(#sky)"/>${stars.join('')}<circle cx="1180" cy="520" r="360" fill="url(#glow)"/><circle cx="1180" cy="520" r="62" fill="#fff6d8"/>
    ${ridge(570, 46, '#b5486f')}${ridge(588, 34, '#7f376b')}<rect y="588" width="2000" height="312" fill="url(#sea)"/>${glints.join('')}
    ${ridge(930, 120, '#2a1840')}${ridge(960, 90, '#150d26')}${birds.join('')}`,
  )
}

/** A level of a game of platforms. 3200 × 720. */
export function gamePicture(): string {
  const random = createRandom(11)
  const tile = 48
  const parts: string[] = []
  const hill = (x: number, y: number, radius: number, colour: string) =>
    parts.push(`<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`)
  for (let x = 0; x < 3400; x += 230) hill(x, 760, 260 + random() * 90, '#4aa3a2')
  for (let x = 100; x < 3400; x += 190) hill(x, 790, 190 + random() * 70, '#2f7f79')
  for (let x = 60; x < 3200; x += 260) {
    const y = 60 + random() * 150
    for (const [dx, r] of [
      [0, 26],
      [34, 36],
      [74, 24],
    ] as const)
      parts.push(`<circle cx="${x + dx}" cy="${y}" r="${r}" fill="#f4fbff" opacity=".9"/>`)
  }
  const block = (x: number, y: number, colour: string, top: string) =>
    parts.push(
      `<rect x="${x}" y="${y}" width="${tile}" height="${tile}" fill="${colour}"/><rect x="${x}" y="${y}" width="${tile}" height="12" fill="${top}"/><rect x="${x + 8}" y="${y + 22}" width="10" height="6" fill="#0002"/><rect x="${x + 28}" y="${y + 34}" width="10" height="6" fill="#0002"/>`,
    )
  for (let column = 0; column * tile < 3200; column++) {
    if (column % 17 > 14) continue
    for (const row of [13, 14]) block(column * tile, row * tile, '#8a5a3b', row === 13 ? '#63c74d' : '#7b4f33')
    if (column % 9 === 4)
      for (let step = 0; step < 4; step++) {
        const y = (9 - (column % 3)) * tile
        block((column + step) * tile, y, '#c28569', '#ffd166')
        parts.push(
          `<circle cx="${(column + step) * tile + 24}" cy="${y - 34}" r="14" fill="#ffd23f" stroke="#c98a00" stroke-width="4"/>`,
        )
      }
    if (column % 13 === 8)
      parts.push(
        `<g transform="translate(${column * tile} ${13 * tile - 44})"><rect width="48" height="44" rx="14" fill="#b13e53"/><rect x="8" y="12" width="10" height="12" fill="#fff"/><rect x="30" y="12" width="10" height="12" fill="#fff"/></g>`,
      )
  }
  for (const x of [640, 1780, 2700])
    parts.push(
      `<g transform="translate(${x} ${13 * tile - 88})"><rect x="8" width="40" height="16" fill="#e43b44"/><rect x="4" y="14" width="48" height="30" fill="#ffcfa4"/><rect x="32" y="22" width="8" height="12" fill="#1a1c2c"/><rect x="8" y="44" width="40" height="28" fill="#3a5ba8"/><rect x="4" y="72" width="18" height="16" fill="#5d3a1a"/><rect x="32" y="72" width="18" height="16" fill="#5d3a1a"/></g>`,
    )
  return page(
    3200,
    720,
    `<defs>${gradient('air', [
      [0, '#4cc9f0'],
      [1, '#c8f4ff'],
    ])}</defs><rect width="3200" height="720" fill="url(#air)"/>${parts.join('')}`,
  )
}

/** The panel that a player of the game sees, over the moving level. 1280 × 720. */
export function gamePanel(): string {
  const text = (x: number, label: string, value: string) =>
    `<text x="${x}" y="46" font-size="17" fill="#fff" opacity=".8">${label}</text><text x="${x}" y="76" font-size="27" fill="#fff">${value}</text>`
  return page(
    1280,
    720,
    `<g font-family="DejaVu Sans Mono, monospace" font-weight="700"><rect width="1280" height="94" fill="#14213d" opacity=".55"/>${text(40, 'SCORE', '024 850')}${text(330, 'COINS', '× 37')}${text(560, 'WORLD', '3-2')}${text(780, 'TIME', '214')}${text(1020, 'LIVES', '♥ ♥ ♥')}</g>`,
  )
}

/** Notes that fall on a keyboard. 1280 × 2160, its end joins its beginning. */
export function notesPicture(): string {
  const random = createRandom(23)
  const colours = ['#ff5d8f', '#ffb02e', '#4cc9f0', '#80ed99', '#c77dff']
  const notes = Array.from({ length: 120 }, (_, index) => {
    const height = 50 + random() * 150
    const key = Math.floor(random() * 36)
    return `<rect x="${key * 35.6 + 3}" y="${(index * 18) % (2150 - height)}" width="29" height="${height}" rx="9" fill="${colours[key % 5]}"/>`
  })
  const lines = Array.from(
    { length: 37 },
    (_, index) => `<rect x="${index * 35.6}" width="1" height="2160" fill="#ffffff12"/>`,
  )
  return page(1280, 2160, `<rect width="1280" height="2160" fill="#120f26"/>${lines.join('')}${notes.join('')}`)
}

/** The keyboard below the falling notes. 1280 × 720. */
export function keyboardPicture(): string {
  const isPlayed = (key: number) => [5, 9, 12, 21, 24, 28].includes(key)
  const white = Array.from(
    { length: 36 },
    (_, key) =>
      `<rect x="${key * 35.6 + 1}" y="552" width="33.6" height="168" rx="4" fill="${isPlayed(key) ? '#ffb02e' : '#f7f3ea'}"/>`,
  )
  const black = Array.from({ length: 36 }, (_, key) =>
    [0, 1, 3, 4, 5].includes(key % 7)
      ? `<rect x="${key * 35.6 + 24}" y="552" width="23" height="104" rx="4" fill="#17131f"/>`
      : '',
  )
  return page(
    1280,
    720,
    `<defs>${gradient('light', [
      [0, '#ffb02e00'],
      [1, '#ffb02e88'],
    ])}</defs><rect y="440" width="1280" height="110" fill="url(#light)"/><rect y="544" width="1280" height="10" fill="#ff5d8f"/>${white.join('')}${black.join('')}`,
  )
}

/** A source file in an editor. 1280 × 1600. */
export function editorPicture(source: string): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const coloured = (line: string) =>
    line
      .split(
        /('[^']*'|\/\/.*|\/\*\*.*|^\s\*.*|\b(?:import|export|from|const|let|return|function|if|for|of|new|async|await|class|type|interface|readonly|this|number|string|boolean|void)\b|\b\d[\d_]*\b)/,
      )
      .map((part, index) => {
        if (index % 2 === 0) return escaped(part)
        const colour = /^['"]/.test(part)
          ? '#a5d6a7'
          : /^\s?(\/|\*)/.test(part)
            ? '#7f8c98'
            : /^\d/.test(part)
              ? '#f78c6c'
              : '#c792ea'
        return `<tspan fill="${colour}">${escaped(part)}</tspan>`
      })
      .join('')
  const rows = source
    .split('\n')
    .slice(0, 62)
    .map(
      (line, index) =>
        `<text x="250" y="${60 + index * 25}" fill="#596275" text-anchor="end">${index + 1}</text><text x="275" y="${60 + index * 25}" xml:space="preserve">${coloured(line)}</text>`,
    )
  const files = ['rtmp', 'codecs', 'flv', 'fmp4', 'hls', '  cut', '  rendition', '  serve', 'moq', 'tests']
  const tree = files.map(
    (name, index) =>
      `<text x="${24 + (name.length - name.trim().length) * 8}" y="${64 + index * 30}" fill="#9aa7b8">${name.trim()}</text>`,
  )
  return page(
    1280,
    1600,
    `<rect width="1280" height="1600" fill="#10151f"/><rect width="200" height="1600" fill="#0b0f17"/><rect x="200" y="391" width="1080" height="28" fill="#ffffff10"/><g font-family="DejaVu Sans Mono, monospace" font-size="16" fill="#d6deeb">${tree.join('')}${rows.join('')}</g>`,
  )
}

/** A kitchen in the evening: bread on a board, and soup on the hob. 2200 × 820. */
export function kitchenPicture(): string {
  const random = createRandom(31)
  const tiles = Array.from({ length: 22 * 5 }, (_, index) => {
    const [x, y] = [(index % 22) * 100, Math.floor(index / 22) * 100]
    return `<rect x="${x + 3}" y="${y + 3}" width="94" height="94" rx="5" fill="#e9d3b0" opacity="${0.5 + random() * 0.5}"/>`
  })
  const jar = (x: number, height: number, content: string) =>
    `<g transform="translate(${x} ${236 - height})"><rect width="66" height="${height}" rx="12" fill="#fff" opacity=".55"/><rect x="6" y="${height * 0.35}" width="54" height="${height * 0.6}" rx="8" fill="${content}"/><rect x="4" y="-12" width="58" height="18" rx="6" fill="#7a4a2c"/></g>`
  const pan = (x: number, radius: number) =>
    `<rect x="${x - 6}" y="276" width="12" height="110" rx="6" fill="#4b4038"/><circle cx="${x}" cy="${386 + radius}" r="${radius}" fill="#b5653a"/><circle cx="${x}" cy="${386 + radius}" r="${radius * 0.78}" fill="#8d4826"/>`
  const steam = [1330, 1390, 1450].map(
    (x, index) =>
      `<path d="M${x} 470q-${26 + index * 6} -60 4 -110t-6 -120" fill="none" stroke="#fff" stroke-width="${20 - index * 3}" stroke-linecap="round" opacity=".34"/>`,
  )
  const slice = (x: number) =>
    `<path d="M${x} 640v-54q0 -34 34 -34t34 34v54z" fill="#f3ddb0" stroke="#a9632b" stroke-width="7"/>`
  const seeds = Array.from(
    { length: 16 },
    (_, index) =>
      `<ellipse cx="${500 + index * 21}" cy="${540 - Math.sin((index / 15) * 3.1) * 58 + random() * 26}" rx="7" ry="4" fill="#f6e0b4"/>`,
  )
  return page(
    2200,
    820,
    `<defs>${gradient('wood', [
      [0, '#a9683c'],
      [1, '#6b3a20'],
    ])}${gradient('dusk', [
      [0, '#27336b'],
      [1, '#d98a6a'],
    ])}${gradient('copper', [
      [0, '#e39a63'],
      [1, '#8a4523'],
    ])}${gradient('crust', [
      [0, '#d99546'],
      [1, '#8b4a1e'],
    ])}
    <radialGradient id="lamp"><stop offset="0" stop-color="#ffe3a6" stop-opacity=".8"/><stop offset="1" stop-color="#ffe3a6" stop-opacity="0"/></radialGradient></defs>
    <rect width="2200" height="820" fill="#d3b48a"/>${tiles.join('')}
    <rect x="1730" y="70" width="360" height="400" rx="10" fill="#f7efe0"/><rect x="1750" y="90" width="320" height="360" fill="url(#dusk)"/><path d="M1750 400l90 -70 80 50 70 -80 80 70v80h-320z" fill="#22234a"/><rect x="1904" y="90" width="12" height="360" fill="#f7efe0"/>
    <rect x="180" y="236" width="860" height="24" rx="4" fill="url(#wood)"/>${jar(230, 110, '#c9442d')}${jar(320, 86, '#e0b04a')}${jar(410, 124, '#6f8f3d')}${jar(520, 96, '#b98d62')}${jar(610, 118, '#8c2f39')}
    <g transform="translate(760 236)"><path d="M0 0h120l-14 -64h-92z" fill="#b4532f"/><path d="M60 -60q-70 -40 -84 -110q70 10 84 90q6 -100 80 -120q10 80 -80 140" fill="#4f8a4b"/></g>
    <rect x="1170" y="262" width="470" height="14" rx="7" fill="#5b4b3f"/>${pan(1230, 44)}${pan(1560, 58)}
    <circle cx="900" cy="430" r="430" fill="url(#lamp)"/>
    <rect y="640" width="2200" height="180" fill="url(#wood)"/><rect y="640" width="2200" height="10" fill="#d39a68"/>
    <rect x="360" y="622" width="600" height="26" rx="10" fill="#e3b883"/>
    <path d="M440 624q-24 -150 210 -150t210 150z" fill="url(#crust)"/>${[530, 620, 710].map((x) => `<path d="M${x} 500q40 26 44 90" fill="none" stroke="#f3d39a" stroke-width="12" stroke-linecap="round"/>`).join('')}${seeds.join('')}${slice(874)}
    <g transform="translate(120 560)"><circle cx="60" cy="46" r="46" fill="#c97a2b"/><path d="M60 0q-8 -26 6 -44" stroke="#8a6a2f" stroke-width="8" fill="none"/><circle cx="150" cy="58" r="34" fill="#efe6da"/><path d="M150 26v-28" stroke="#cbbf9f" stroke-width="8"/></g>
    <rect x="1180" y="628" width="420" height="20" rx="6" fill="#2b2622"/>${steam.join('')}
    <rect x="1230" y="486" width="320" height="146" rx="26" fill="url(#copper)"/><rect x="1216" y="476" width="348" height="24" rx="12" fill="#f0b483"/><rect x="1172" y="520" width="66" height="22" rx="11" fill="#5a3018"/><rect x="1542" y="520" width="66" height="22" rx="11" fill="#5a3018"/><path d="M1254 478q136 -40 272 0z" fill="#e8782f"/><path d="M1490 474l90 -190" stroke="#c8a06f" stroke-width="16" stroke-linecap="round"/>
    <g transform="translate(1760 520)"><path d="M0 120q-10 -110 90 -120q100 10 90 120z" fill="#4f8a4b"/><circle cx="250" cy="76" r="46" fill="#d0402c"/><path d="M232 36q18 -16 38 0" stroke="#3f6d33" stroke-width="9" fill="none"/><circle cx="330" cy="84" r="38" fill="#e0563a"/></g>`,
  )
}
