"""The frame pages and the navigation of the complete server."""

from hanse.admin.frames.frame import frames_of
from hanse.admin.shell.navigation import navigation
from hanse.app.admin_services import OTHER_PAGES
from hanse.app.core import OWN_RECORDS
from hanse.resources.all_resources import PLUGIN_KINDS, RESOURCES

FRAMES = frames_of(RESOURCES, PLUGIN_KINDS)
TREE = navigation((*RESOURCES, *OWN_RECORDS), OTHER_PAGES)
