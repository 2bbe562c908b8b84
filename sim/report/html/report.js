// Time series that can be zoomed into, drawn by uPlot from the figures' tables. The static picture stays in the page
// for screen readers and for paper; without this script it is what all see.
(() => {
  "use strict";
  const height = 300;
  const styles = getComputedStyle(document.documentElement);
  const colour = (name) => styles.getPropertyValue(name).trim();
  const dashes = [[], [7, 3], [2, 3], [9, 3, 2, 3], [4, 2], [12, 3]];
  const group = uPlot.sync("time");

  function read(figure) {
    const {xPer, yPer} = figure.dataset;
    const names = [...figure.querySelectorAll("thead th")].map((cell) => cell.textContent);
    const columns = names.map(() => []);
    for (const row of figure.querySelectorAll("tbody tr")) {
      [...row.cells].forEach((cell, i) => {
        columns[i].push(cell.textContent === "" ? null : Number(cell.textContent) / (i === 0 ? xPer : yPer));
      });
    }
    return {names, columns};
  }

  const rounded = (plot, value) => (value == null ? "" : value.toPrecision(4).replace(/\.?0+$/, ""));

  // The lines' names at their ends, as the static picture has them, each as near as the others let it.
  function writeLabels(plot, labels) {
    const {ctx, bbox} = plot;
    const gap = 15 * devicePixelRatio;
    const [, to] = plot.series[0].idxs;
    const ends = labels.map((text, i) => {
      const values = plot.data[i + 1];
      let at = to;
      while (at > 0 && values[at] == null) --at;
      return {text, i, x: plot.valToPos(plot.data[0][at], "x", true), y: plot.valToPos(values[at] ?? 0, "y", true)};
    });
    ends.forEach((end, i) => {
      const taken = (y) => ends.slice(0, i).some((other) =>
        Math.abs(other.x - end.x) < 6 * gap && Math.abs(other.y - y) < gap);
      const places = [...Array(200).keys()].flatMap((n) => [end.y + n * 2, end.y - n * 2]);
      end.y = places.find((y) => y >= bbox.top && y <= bbox.top + bbox.height && !taken(y)) ?? end.y;
    });
    ctx.save();
    ctx.font = 12.5 * devicePixelRatio + "px system-ui";
    ctx.textAlign = "left";
    ctx.textBaseline = "middle";
    for (const end of ends) {
      ctx.fillStyle = colour("--s" + end.i % 6);
      ctx.fillText(end.text, Math.min(end.x, bbox.left + bbox.width) + 8 * devicePixelRatio, end.y);
    }
    ctx.restore();
  }

  function options(figure, names, width) {
    const axis = (label, more) => ({label, stroke: colour("--soft"), grid: {stroke: colour("--rule"), width: 1},
      ticks: {stroke: colour("--rule"), width: 1}, font: "12px system-ui", labelFont: "12px system-ui", ...more});
    const line = (name, i) => ({label: name, scale: "y", stroke: colour("--s" + i % 6), width: 2, dash: dashes[i % 6],
      spanGaps: true, value: rounded});
    const labels = [...figure.querySelectorAll(".plot > svg .label")].map((label) => label.textContent);
    return {width, height, padding: [12, 72, 0, 0], hooks: {draw: [(plot) => writeLabels(plot, labels)]}, scales: {x: {time: false}, y: {range: (plot, min, max) => [0, max > 0 ? max * 1.05 : 1]}},
      cursor: {sync: {key: group.key}, drag: {x: true, y: false}},
      axes: [axis(figure.dataset.xTitle), axis(figure.dataset.yTitle, {scale: "y", size: 56})],
      series: [{label: figure.dataset.xTitle, value: rounded}, ...names.slice(1).map(line)]};
  }

  // Arrows move the cursor, + and - zoom around it, 0 shows all.
  function keys(plot, columns, event) {
    const xs = columns[0];
    const last = xs.length - 1;
    const at = plot.cursor.idx ?? 0;
    const show = (index) => {
      const i = Math.min(Math.max(index, 0), last);
      plot.setCursor({left: plot.valToPos(xs[i], "x"), top: 0});
    };
    const zoom = (factor) => {
      const {min, max} = plot.scales.x;
      const middle = Math.min(Math.max(xs[at], min), max);
      const from = Math.max(xs[0], middle - (middle - min) * factor);
      plot.setScale("x", {min: from, max: Math.min(xs[last], middle + (max - middle) * factor)});
    };
    const actions = {ArrowLeft: () => show(at - 1), ArrowRight: () => show(at + 1), "+": () => zoom(0.5),
      "-": () => zoom(2), 0: () => plot.setScale("x", {min: xs[0], max: xs[last]})};
    const action = actions[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  }

  function enhance(figure) {
    const box = figure.querySelector(".plot");
    const {names, columns} = read(figure);
    const place = document.createElement("div");
    place.className = "zoomable";
    place.setAttribute("aria-hidden", "true");
    let plot = null;
    const draw = () => {
      plot?.destroy();
      plot = new uPlot(options(figure, names, box.clientWidth), columns, place);
    };
    box.prepend(place);
    box.classList.add("drawn");
    draw();
    const hint = document.createElement("p");
    hint.className = "note on-screen";
    hint.textContent = "Drag to zoom, double-click for all; or with the keyboard: arrows, + and -, 0.";
    box.after(hint);
    box.addEventListener("keydown", (event) => keys(plot, columns, event));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
    new ResizeObserver(() => plot.setSize({width: box.clientWidth, height})).observe(box);
  }

  for (const figure of document.querySelectorAll("figure[data-lines]")) {
    if (figure.querySelectorAll("tbody tr").length > 3) enhance(figure);
  }
})();
