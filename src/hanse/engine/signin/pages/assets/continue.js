// Follows the link of the page once everything on it has loaded, or after some seconds.
const link = document.getElementById("continue");
const follow = () => location.assign(link.href);
addEventListener("load", follow);
setTimeout(follow, 1000 * Number(link.dataset.seconds));
