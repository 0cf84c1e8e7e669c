"""What phones, search engines and other sites learn about this one."""

import re
import struct
from pathlib import Path

import pytest

from game.web.shared.context_processors import FELT, PAPER
from tests.player import Player

ROOT = Path(__file__).parents[3]
STATIC = ROOT / "static"


def png_size(address: str) -> tuple[int, int]:
    """Return width and height of a local image, given its address on a page."""
    picture = (STATIC / address.split("/static/")[1]).read_bytes()
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", picture[16:24])


def attribute(page: str, opening: str, name: str) -> str:
    found = re.search(rf'<{opening}[^>]* {name}="([^"]*)"', page)
    assert found, opening
    return found[1]


def test_the_manifest_names_the_site_and_its_icons(alice: Player) -> None:
    page = alice.client.get("/").content.decode()
    answer = alice.client.get(attribute(page, 'link rel="manifest"', "href"))
    assert answer["Content-Type"] == "application/manifest+json"
    assert "public" in answer["Cache-Control"]
    assert answer.cookies == {}
    manifest = answer.json()
    assert manifest["name"] == "Crownhead"
    assert alice.client.get(manifest["start_url"]).status_code == 200
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        if icon["type"] == "image/png":
            assert "x".join(map(str, png_size(icon["src"]))) == icon["sizes"]
        else:
            assert (STATIC / icon["src"].split("/static/")[1]).is_file()


def test_the_default_icon_address_redirects_to_an_icon(alice: Player) -> None:
    answer = alice.client.get("/favicon.ico")
    assert answer.status_code == 302
    assert png_size(answer["Location"]) == (192, 192)
    assert answer.cookies == {}


def test_the_manifest_link_stays_out_of_elinks_link_list(alice: Player) -> None:
    page = alice.client.get("/").content.decode()
    shown = [link for link in re.findall("<link[^>]*>", page) if "icon" not in link]
    assert all('rel="stylesheet"' in link for link in shown)


def test_pages_describe_themselves_when_their_address_is_shared(alice: Player) -> None:
    page = alice.client.get("/").content.decode()
    image = attribute(page, 'meta property="og:image"', "content")
    assert image.startswith("http://testserver/static/")
    assert png_size(image) == (1200, 630)
    assert len(attribute(page, 'meta property="og:image:alt"', "content")) > 40
    assert len(attribute(page, 'meta name="description"', "content")) <= 160
    assert png_size(attribute(page, 'link rel="apple-touch-icon"', "href")) == (180, 180)


def test_a_game_page_omits_the_tags_for_other_sites(alice: Player) -> None:
    alice.lay_out(opponent="friend", moves="11-15")
    page = alice.client.get("/").content.decode()
    assert "og:" not in page
    assert 'rel="manifest"' in page


def test_the_theme_colour_matches_the_top_of_the_page(alice: Player) -> None:
    page = alice.client.get("/").content.decode()
    sheet = (STATIC / "css" / "ground.css").read_text()
    assert attribute(page, 'meta name="theme-color"', "content") == FELT
    assert f"--felt: {FELT};" in sheet
    assert f"--paper: {PAPER};" in sheet


def test_rejects_an_unknown_host_with_a_page(alice: Player) -> None:
    answer = alice.client.get("/", headers={"host": "elsewhere.example"})
    assert answer.status_code == 400
    assert "elsewhere.example" not in answer.content.decode()


@pytest.mark.parametrize("picture", sorted((STATIC / "img").glob("*.png")), ids=lambda it: it.name)
def test_images_are_small(picture: Path) -> None:
    assert picture.stat().st_size <= (60_000 if picture.name == "share.png" else 25_000)
